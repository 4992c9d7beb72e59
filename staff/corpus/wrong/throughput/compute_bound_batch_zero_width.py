"""problem: compute_bound_batch

Takes widths of 0.

replace: if size < 1:
with: if size < 0:
"""
