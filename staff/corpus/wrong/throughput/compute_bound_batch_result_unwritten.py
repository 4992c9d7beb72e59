"""problem: compute_bound_batch
hint: the result is written

Forgets that the result is written.

replace: rows = (d_in + d_out) * second_per_element
with: rows = d_in * second_per_element
"""
