"""problem: master_weights
hint: got one of zeros

Gives a parameter without a gradient one of zeros.

replace: master.grad = None if param.grad is None else param.grad.float()
with: master.grad = torch.zeros_like(master) if param.grad is None else param.grad.float()
"""
