"""problem: mlp_gradients

Refuses too few flags alone.

replace: if len(trainable) != len(weights):
with: if len(trainable) < len(weights):
"""
