"""problem: transformer_step_bytes
hint: the end is kept once

Counts the end with each block.

replace: activations = layers * block + end
with: activations = layers * (block + end)
"""
