"""Each keeps a count of steps beside its buffer: a 0-d tensor, and plain SGD's is there too."""


def _counting(base):
    class Counting(base):
        def step(self, closure=None):
            loss = super().step(closure)
            for group in self.param_groups:
                for param in group["params"]:
                    if param.grad is not None:
                        state = self.state[param]
                        state["step"] = state.get("step", torch.tensor(0.0)) + 1
                        state["seen"] = state.get("seen", 0) + 1
            return loss

    return Counting


SGD, AdaGrad, RMSProp = _counting(SGD), _counting(AdaGrad), _counting(RMSProp)
