"""problem: transformer_step_bytes
hint: the end is missing

Counts the blocks alone.

replace: end = b * s * d + 2 * b * s * vocab
with: end = 0
"""
