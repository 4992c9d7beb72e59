"""problem: transformer_step_bytes
hint: one block is computed again

Forgets the block that is computed again.

replace: activations = layers * b * s * d + block + end
with: activations = layers * b * s * d + end
"""
