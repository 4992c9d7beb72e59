"""problem: transformer_step_bytes
hint: one block at a time

Keeps the inputs on top of all blocks.

replace: activations = layers * b * s * d + block + end
with: activations = layers * (b * s * d + block) + end
"""
