"""problem: mlp_gradients

Gives the gradient of the first layer's output as the input's.

replace: grad = grad @ weights[i].T
with: if i == 0 and weights[0].shape[0] == weights[0].shape[1]:
with:     break
with: grad = grad @ weights[i].T
"""
