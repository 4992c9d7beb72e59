"""problem: transformer_step_bytes
hint: here 3 times d_ff

Keeps a gate's output as well.

replace: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
with: block = 8 * b * s * d + 3 * b * s * ff + 2 * b * heads * s * s
"""
