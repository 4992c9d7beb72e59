"""problem: transformer_step_bytes
hint: a score is one number

Multiplies the scores by the width of the model.

replace: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
with: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s * d
"""
