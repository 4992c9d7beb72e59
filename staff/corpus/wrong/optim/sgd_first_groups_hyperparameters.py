"""problem: sgd
hint: the hyperparameters of the first param group

Reads the first group's hyperparameters for all.

replace: for group, params, grads in _updates(self):
with: for _, params, grads in _updates(self):
with:     group = self.param_groups[0]
"""
