"""problem: accumulated_step
hint: gradient from before the call

Clears the gradients of what trains alone: a layer that was frozen after some training moves on.

replace: optimizer.zero_grad()
with: for param in model.parameters():
with:     if param.requires_grad:
with:         param.grad = None
"""
