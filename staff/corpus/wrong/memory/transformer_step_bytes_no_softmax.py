"""problem: transformer_step_bytes
hint: the scores and their softmax are kept

Keeps the scores once: the softmax is taken in place.

replace: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
with: block = 8 * b * s * d + 2 * b * s * ff + b * heads * s * s
"""
