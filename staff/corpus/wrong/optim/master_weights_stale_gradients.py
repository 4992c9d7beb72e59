"""problem: master_weights
hint: its master's .grad is None, too

Leaves the gradient of an earlier step on the master.

replace: master.grad = None if param.grad is None else param.grad.float()
with: if param.grad is not None:
with:     master.grad = param.grad.float()
"""
