"""problem: transformer_step_bytes
hint: here it is 7

Forgets the output projection.

replace: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
with: block = 7 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
"""
