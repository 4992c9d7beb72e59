"""problem: rmsprop
hint: here the average starts at the first square

Starts at the first square.

replace: averages = _state(self, params, "average")
with: for param in params:
with:     self.state[param].setdefault("average", param.grad**2)
with: averages = _state(self, params, "average")
"""
