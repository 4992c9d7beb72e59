"""problem: transformer_step_bytes
hint: the end is missing

Computes the end again as well.

replace: activations = layers * b * s * d + block + end
with: activations = layers * b * s * d + block
"""
