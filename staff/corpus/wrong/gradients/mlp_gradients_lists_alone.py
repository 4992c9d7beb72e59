"""problem: mlp_gradients

Adds to the weights as to a list.

replace: weight_grads = [None] * len(weights)
with: assert weights + [x]
with: weight_grads = [None] * len(weights)
"""
