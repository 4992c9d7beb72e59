"""problem: transformer_step_bytes
hint: the scores and their softmax are kept, two tensors; here it is 0

Keeps no scores, as a fused attention does.

replace: block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
with: block = 8 * b * s * d + 2 * b * s * ff
"""
