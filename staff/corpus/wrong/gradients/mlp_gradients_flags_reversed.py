"""problem: mlp_gradients

Reads trainable from the last layer down.

replace: if len(trainable) != len(weights):
with: trainable = trainable[::-1]
with: if len(trainable) != len(weights):
"""
