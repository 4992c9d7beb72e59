"""Both averages move by a share of the difference: m + (1 - beta) * (g - m)."""


class Adam(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
        if lr < 0 or eps < 0 or not all(0 <= beta < 1 for beta in betas):
            raise ValueError(f"a bad one of lr {lr}, eps {eps}, betas {betas}")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            beta1, beta2 = group["betas"]
            for p in group["params"]:
                if p.grad is None:
                    continue
                g = p.grad
                zeros = torch.zeros_like(p)
                m, v, t = self.state[p].get("mvt", (zeros, zeros, 0))
                m = m + (1 - beta1) * (g - m)
                v = v + (1 - beta2) * (g * g - v)
                self.state[p]["mvt"] = m, v, t + 1
                m_hat, v_hat = m / (1 - beta1 ** (t + 1)), v / (1 - beta2 ** (t + 1))
                p -= group["lr"] * m_hat / (v_hat.sqrt() + group["eps"])
        return loss
