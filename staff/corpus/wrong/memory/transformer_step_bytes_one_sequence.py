"""problem: transformer_step_bytes
hint: this is for one sequence

Counts the activations of one sequence.

replace: parameters = layers * (4 * d * d + 2 * d * ff) + vocab * d
with: b = 1
with: parameters = layers * (4 * d * d + 2 * d * ff) + vocab * d
"""
