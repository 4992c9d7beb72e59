"""problem: transformer_step_bytes
hint: the input of the block that is computed again

Takes the input of the block that is computed again from the others.

replace: activations = layers * b * s * d + block + end
with: activations = (layers - 1) * b * s * d + block + end
"""
