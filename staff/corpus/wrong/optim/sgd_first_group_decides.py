"""problem: sgd
hint: each group's own momentum

Asks the first group alone whether there is momentum; where there is, the others keep state too.

replace: if group["momentum"] != 0:
with: if self.param_groups[0]["momentum"] != 0:
"""
