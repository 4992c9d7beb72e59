"""problem: transformer_step_bytes
hint: four matrices of d_model × d_model

Forgets the output projection among the parameters.

replace: parameters = layers * (4 * d * d + 2 * d * ff) + vocab * d
with: parameters = layers * (3 * d * d + 2 * d * ff) + vocab * d
"""
