"""problem: sgd
hint: in every group

Updates the first param group.

replace: for group, params, grads in _updates(self):
with: for group, params, grads in _updates(self):
with:     if group is not self.param_groups[0]:
with:         break
"""
