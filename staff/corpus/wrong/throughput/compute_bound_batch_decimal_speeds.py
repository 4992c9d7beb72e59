"""problem: compute_bound_batch

Takes a speed for the decimal number that it prints.

replace: second_per_flop = 1 / Fraction(flop_per_sec)
with: second_per_flop = 1 / Fraction(str(flop_per_sec))
replace: second_per_element = dtype.itemsize / Fraction(bytes_per_sec)
with: second_per_element = dtype.itemsize / Fraction(str(bytes_per_sec))
"""
