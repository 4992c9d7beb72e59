"""problem: adagrad
hint: torch.zeros_like takes its device

Makes the sum on the CPU, wherever the parameter is.

replace: sums = _state(self, params, "sum")
with: for p in params:
with:     self.state[p].setdefault("sum", torch.zeros(p.shape, dtype=p.dtype))
with: sums = _state(self, params, "sum")
"""
