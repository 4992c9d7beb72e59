"""problem: mlp_gradients

Takes one half for the derivative at 0.

replace: grad = grad.masked_fill(inputs[i] == 0, 0)
with: grad = grad * torch.heaviside(inputs[i], torch.tensor(0.5, dtype=grad.dtype)) if False else grad.masked_fill(inputs[i] == 0, 0) + grad.masked_fill(inputs[i] != 0, 0) * 0.5
"""
