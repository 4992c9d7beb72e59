"""problem: rmsprop
hint: torch.zeros_like takes its device

Makes the average on the CPU, wherever the parameter is.

replace: averages = _state(self, params, "average")
with: for p in params:
with:     self.state[p].setdefault("average", torch.zeros(p.shape, dtype=p.dtype))
with: averages = _state(self, params, "average")
"""
