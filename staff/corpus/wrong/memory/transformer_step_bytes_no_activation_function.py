"""problem: transformer_step_bytes
hint: here 1 times d_ff

Keeps W1's output alone.

replace: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
with: block = 8 * b * s * d + b * s * ff + 2 * b * heads * s * s
"""
