"""problem: mlp_gradients
hint: autograd ran a backward pass

Asks autograd for each layer.

replace: grad = grad @ weights[i].T
with: with torch.enable_grad():
with:     below = inputs[i].detach().requires_grad_()
with:     (grad,) = torch.autograd.grad(((below @ weights[i].detach()) * grad).sum(), below)
"""
