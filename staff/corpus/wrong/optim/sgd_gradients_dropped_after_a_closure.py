"""problem: sgd
hint: a step neither clears nor replaces gradients

Sets the gradients that a closure has computed to None.

replace: return loss
with: if closure is not None:
with:     for group in self.param_groups:
with:         for param in group["params"]:
with:             param.grad = None
with: return loss
"""
