"""The count of steps as a tensor."""


class Adam(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
        if lr < 0:
            raise ValueError(f"lr: {lr}")
        if eps < 0:
            raise ValueError(f"eps: {eps}")
        if not all(0 <= b < 1 for b in betas):
            raise ValueError(f"betas: {betas}")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                g, state = p.grad, self.state[p]
                if "step" not in state:
                    state["step"] = torch.tensor(0.0)
                    state["m"], state["v"] = torch.zeros_like(p), torch.zeros_like(p)
                state["step"] += 1
                t = state["step"].item()
                b1, b2 = group["betas"]
                state["m"].lerp_(g, 1 - b1)
                state["v"].mul_(b2).addcmul_(g, g.conj(), value=1 - b2)
                m_hat = state["m"] / (1 - b1**t)
                v_hat = state["v"] / (1 - b2**t)
                p.data -= group["lr"] * m_hat / (v_hat.sqrt() + group["eps"])
        return loss
