"""problem: compute_bound_batch

Cuts the speeds to whole numbers.

replace: second_per_flop = 1 / Fraction(flop_per_sec)
with: second_per_flop = 1 / Fraction(int(flop_per_sec))
replace: second_per_element = dtype.itemsize / Fraction(bytes_per_sec)
with: second_per_element = dtype.itemsize / Fraction(max(1, int(bytes_per_sec)))
"""
