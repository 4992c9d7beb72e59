"""problem: mlp_gradients
hint: not the one in front of it

Has a gate below the first layer as well.

replace: if i > 0:
with: if True:
replace: grad = grad.masked_fill(inputs[i] == 0, 0)
with: grad = grad.masked_fill(inputs[i] <= 0, 0)
"""
