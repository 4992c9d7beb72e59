"""problem: transformer_step_bytes
hint: the inputs of all blocks are kept, too

Keeps one block, and no inputs.

replace: activations = layers * b * s * d + block + end
with: activations = block + end
"""
