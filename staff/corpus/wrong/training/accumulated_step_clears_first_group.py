"""problem: accumulated_step
hint: gradients from before the call were counted; clear them first

Clears the gradients of the first param group alone.

replace: optimizer.zero_grad()
with: for param in optimizer.param_groups[0]["params"]:
with:     param.grad = None
"""
