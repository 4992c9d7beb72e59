"""problem: mlp_gradients
hint: autograd ran a backward pass

Asks autograd for the ReLUs alone.

replace: grad = grad.masked_fill(inputs[i] == 0, 0)
with: with torch.enable_grad():
with:     before = inputs[i].detach().clone().requires_grad_()
with:     (grad,) = torch.autograd.grad((before.relu() * grad).sum(), before)
"""
