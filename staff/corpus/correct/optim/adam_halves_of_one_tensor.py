"""One flat tensor for the state of each parameter, m and v in its halves."""


class Adam(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
        for name, value in (("lr", lr), ("eps", eps)):
            if value < 0:
                raise ValueError(f"{name} is {value}")
        if not all(0 <= beta < 1 for beta in betas):
            raise ValueError(f"betas are {betas}")
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps})

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            one, two = group["betas"]
            for param in filter(lambda p: p.grad is not None, group["params"]):
                state = self.state[param]
                if not state:
                    state.update(
                        both=torch.zeros(2, *param.shape, dtype=param.dtype, device=param.device),
                        step=0,
                    )
                state["step"] += 1
                m, v = state["both"]
                m.lerp_(param.grad, 1 - one)
                v.mul_(two).addcmul_(param.grad, param.grad, value=1 - two)
                roots = (v / (1 - two ** state["step"])).sqrt_().add_(group["eps"])
                param.addcdiv_(m, roots, value=-group["lr"] / (1 - one ** state["step"]))
        return loss
