"""problem: compute_bound_batch
hint: x is read

Forgets that x is read.

replace: rows = (d_in + d_out) * second_per_element
with: rows = d_out * second_per_element
"""
