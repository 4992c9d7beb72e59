"""State made when the optimizer is built."""


class AdaGrad(torch.optim.Optimizer):
    def __init__(self, params, lr=0.01, eps=1e-10):
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: lr={lr}")
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: eps={eps}")
        super().__init__(params, {"lr": lr, "eps": eps})
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["sum"] = torch.zeros_like(p, memory_format=torch.preserve_format)

    def step(self, closure=None):
        loss = closure() if closure is not None else None
        with torch.no_grad():
            for group in self.param_groups:
                for p in filter(lambda p: p.grad is not None, group["params"]):
                    acc = self.state[p]["sum"]
                    acc.addcmul_(p.grad, p.grad, value=1.0)
                    p.addcdiv_(p.grad, acc.sqrt().add_(group["eps"]), value=-group["lr"])
        return loss
