"""problem: compute_bound_batch

Takes each speed for the other.

replace: second_per_flop = 1 / Fraction(flop_per_sec)
with: second_per_flop = 1 / Fraction(bytes_per_sec)
replace: second_per_element = dtype.itemsize / Fraction(bytes_per_sec)
with: second_per_element = dtype.itemsize / Fraction(flop_per_sec)
"""
