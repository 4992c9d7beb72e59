"""problem: transformer_step_bytes
hint: two matrices, no gate

Counts SwiGLU's third matrix.

replace: parameters = layers * (4 * d * d + 2 * d * ff) + vocab * d
with: parameters = layers * (4 * d * d + 3 * d * ff) + vocab * d
"""
