"""problem: transformer_step_bytes
hint: scores are a square

Keeps what the causal mask leaves.

replace: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
with: block = 8 * b * s * d + 2 * b * s * ff + b * heads * s * (s + 1)
"""
