"""problem: adam
hint: torch.zeros_like takes its device

Makes both averages on the CPU, wherever the parameter is.

replace: m, v = _state(self, params, "m"), _state(self, params, "v")
with: for p in params:
with:     self.state[p].setdefault("m", torch.zeros(p.shape, dtype=p.dtype))
with:     self.state[p].setdefault("v", torch.zeros(p.shape, dtype=p.dtype))
with: m, v = _state(self, params, "m"), _state(self, params, "v")
"""
