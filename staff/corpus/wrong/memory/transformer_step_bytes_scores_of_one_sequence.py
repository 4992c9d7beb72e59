"""problem: transformer_step_bytes
hint: scores are kept for each sequence

Leaves the batch out of the scores.

replace: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
with: block = 8 * b * s * d + 2 * b * s * ff + 2 * heads * s * s
"""
