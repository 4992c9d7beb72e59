"""torch._foreach_ operations for Adam; steps as a Python integer."""


class Adam(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
        if lr < 0:
            raise ValueError(f"lr={lr}")
        if eps < 0:
            raise ValueError(f"eps={eps}")
        for i, beta in enumerate(betas):
            if not 0 <= beta < 1:
                raise ValueError(f"betas[{i}]={beta}")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps))

    @torch.no_grad()
    def step(self, closure=None):
        loss = closure and torch.enable_grad()(closure)()
        for group in self.param_groups:
            b1, b2 = group["betas"]
            ps = [p for p in group["params"] if p.grad is not None]
            for p in ps:
                s = self.state[p]
                if not s:
                    s.update(t=0, m=torch.zeros_like(p), v=torch.zeros_like(p))
                s["t"] += 1
            if not ps:
                continue
            gs, ms, vs = (
                [p.grad for p in ps],
                [self.state[p]["m"] for p in ps],
                [self.state[p]["v"] for p in ps],
            )
            torch._foreach_mul_(ms, b1)
            torch._foreach_add_(ms, gs, alpha=1 - b1)
            torch._foreach_mul_(vs, b2)
            torch._foreach_addcmul_(vs, gs, gs, 1 - b2)
            c1 = [1 - b1 ** self.state[p]["t"] for p in ps]
            c2 = [1 - b2 ** self.state[p]["t"] for p in ps]
            roots = torch._foreach_sqrt(torch._foreach_div(vs, c2))
            torch._foreach_add_(roots, group["eps"])
            ms = torch._foreach_div(ms, c1)
            torch._foreach_addcdiv_(ps, ms, roots, -group["lr"])
        return loss
