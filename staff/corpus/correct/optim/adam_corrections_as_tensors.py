"""Counts in a 0-d tensor, as torch's capturable Adam does: in float64 for float64 parameters."""


class Adam(Adam):
    @torch.no_grad()
    def step(self, closure=None):
        loss = _loss(closure)
        for group in self.param_groups:
            beta1, beta2 = group["betas"]
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if not state:
                    state["step"] = torch.tensor(0.0)
                    state["m"], state["v"] = torch.zeros_like(p), torch.zeros_like(p)
                state["step"] += 1
                t = state["step"].to(torch.promote_types(p.dtype, torch.float32))
                state["m"].lerp_(p.grad, 1 - beta1)
                state["v"].mul_(beta2).addcmul_(p.grad, p.grad, value=1 - beta2)
                root = (state["v"] / (1 - beta2**t)).sqrt_().add_(group["eps"])
                p.addcdiv_(state["m"] / (1 - beta1**t), root, value=-group["lr"])
        return loss
