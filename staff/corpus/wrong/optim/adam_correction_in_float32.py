"""problem: adam
hint: right to float32's digits only

Counts in a float32 tensor: 1 - beta**t has too few digits for a float64 parameter.
"""


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
                t = state["step"]
                state["m"].mul_(beta1).add_(p.grad, alpha=1 - beta1)
                state["v"].mul_(beta2).addcmul_(p.grad, p.grad, value=1 - beta2)
                m, v = state["m"] / (1 - beta1**t), state["v"] / (1 - beta2**t)
                p.addcdiv_(m, v.sqrt_().add_(group["eps"]), value=-group["lr"])
        return loss
