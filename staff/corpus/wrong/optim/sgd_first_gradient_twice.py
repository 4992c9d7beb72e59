"""problem: sgd
hint: the first gradient counts twice

The average starts as the first gradient, to which that gradient is added.

replace: averages = _state(self, params, "average")
with: for param in params:
with:     self.state[param].setdefault("average", param.grad.clone())
with: averages = _state(self, params, "average")
"""
