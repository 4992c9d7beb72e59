"""problem: mlp_gradients
hint: not the gradient

Sets negative gradients to 0, instead of those where the input is.

replace: grad = grad.masked_fill(inputs[i] == 0, 0)
with: grad = grad.relu()
"""
