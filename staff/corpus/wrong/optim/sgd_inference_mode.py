"""problem: sgd
hint: with gradients enabled

Under inference_mode, the closure too.
"""


class SGD(SGD):
    @torch.inference_mode()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        super().step()
        return loss
