"""problem: mlp_gradients

Takes any number of flags.

replace: if len(trainable) != len(weights):
with: if False:
"""
