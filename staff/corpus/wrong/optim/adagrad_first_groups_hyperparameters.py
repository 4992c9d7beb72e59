"""problem: adagrad
hint: every param group took the first one's hyperparameters

Reads the first group's hyperparameters for all.

replace: for group, params, grads in _updates(self):
with: for _, params, grads in _updates(self):
with:     group = self.param_groups[0]
"""
