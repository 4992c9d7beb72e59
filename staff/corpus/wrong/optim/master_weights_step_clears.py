"""problem: master_weights
hint: only zero_grad clears

Clears the gradients after the step.

replace: torch._foreach_copy_(self.params, self.master)
with: torch._foreach_copy_(self.params, self.master)
with: for param in self.params:
with:     param.grad = None
"""
