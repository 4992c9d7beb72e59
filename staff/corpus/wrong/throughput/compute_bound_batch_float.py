"""problem: compute_bound_batch

Divides in float64.

replace: second_per_flop = 1 / Fraction(flop_per_sec)
with: second_per_flop = 1 / flop_per_sec
replace: second_per_element = dtype.itemsize / Fraction(bytes_per_sec)
with: second_per_element = dtype.itemsize / bytes_per_sec
"""
