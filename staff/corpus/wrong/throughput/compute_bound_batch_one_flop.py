"""problem: compute_bound_batch
hint: are two FLOPs

Counts the multiplications alone.

replace: compute = 2 * d_in * d_out * second_per_flop
with: compute = d_in * d_out * second_per_flop
"""
