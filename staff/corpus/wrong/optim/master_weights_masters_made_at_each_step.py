"""problem: master_weights
hint: it keeps what rounding takes

Makes the masters from the parameters at each step.

replace: master.grad = None if param.grad is None else param.grad.float()
with: master.copy_(param)
with: master.grad = None if param.grad is None else param.grad.float()
"""
