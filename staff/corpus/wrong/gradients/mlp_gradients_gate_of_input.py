"""problem: mlp_gradients
hint: not one below

Has a gate below the first layer as well.

replace: if i > 0:
with: if True:
replace: grad = grad.masked_fill(inputs[i] == 0, 0)
with: grad = grad.masked_fill(inputs[i] <= 0, 0)
"""
