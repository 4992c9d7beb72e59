"""problem: transformer_step_bytes
hint: num_heads is 0

Takes 0 heads.

replace: if heads < 1:
with: if heads < 0:
"""
