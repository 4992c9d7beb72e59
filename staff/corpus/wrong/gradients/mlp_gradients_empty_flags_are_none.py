"""problem: mlp_gradients

Takes an empty list for None.

replace: trainable = [True] * len(weights) if trainable is None else list(trainable)
with: trainable = list(trainable or [True] * len(weights))
"""
