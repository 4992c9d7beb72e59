"""problem: transformer_step_bytes
hint: an embedding is looked up

Counts an embedding besides the head.

replace: parameters = layers * (4 * d * d + 2 * d * ff) + vocab * d
with: parameters = layers * (4 * d * d + 2 * d * ff) + 2 * vocab * d
"""
