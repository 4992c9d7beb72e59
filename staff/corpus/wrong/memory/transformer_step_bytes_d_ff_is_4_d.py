"""problem: transformer_step_bytes
hint: d_ff is given

Takes d_ff for 4 · d_model.

replace: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
with: block = 16 * b * s * d + 2 * b * heads * s * s
"""
