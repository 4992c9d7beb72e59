"""problem: sgd
hint: each group's own momentum

Keeps state for all groups where one has momentum.

replace: if group["momentum"] != 0:
with: if any(each["momentum"] != 0 for each in self.param_groups):
"""
