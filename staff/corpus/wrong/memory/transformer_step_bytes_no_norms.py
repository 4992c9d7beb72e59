"""problem: transformer_step_bytes
hint: here it is 6

Forgets the norms.

replace: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
with: block = 6 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
"""
