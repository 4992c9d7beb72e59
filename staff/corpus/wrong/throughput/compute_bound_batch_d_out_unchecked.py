"""problem: compute_bound_batch

Takes a d_out below 1.

replace: for name, size in (("d_in", d_in), ("d_out", d_out)):
with: for name, size in (("d_in", d_in),):
"""
