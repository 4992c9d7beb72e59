"""problem: transformer_step_bytes
hint: scores are kept for each head

Counts the scores as if there were one head.

replace: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
with: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * s * s
"""
