"""problem: transformer_step_bytes
hint: here it is 10

Keeps the two residual sums besides.

replace: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
with: block = 10 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
"""
