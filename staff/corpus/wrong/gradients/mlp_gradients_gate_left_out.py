"""problem: mlp_gradients
hint: only where its input is above 0

Passes every gradient through the ReLUs.

replace: grad = grad.masked_fill(inputs[i] == 0, 0)
with: pass
"""
