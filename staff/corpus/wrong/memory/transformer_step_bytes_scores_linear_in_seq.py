"""problem: transformer_step_bytes
hint: scores are seq × seq

One score a token and head.

replace: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
with: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s
"""
