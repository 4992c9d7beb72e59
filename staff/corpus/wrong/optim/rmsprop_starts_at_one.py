"""problem: rmsprop
hint: here the average starts at 1

Starts at one.

replace: averages = _state(self, params, "average")
with: for param in params:
with:     self.state[param].setdefault("average", torch.ones_like(param))
with: averages = _state(self, params, "average")
"""
