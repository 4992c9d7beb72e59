"""problem: compute_bound_batch
hint: Fraction(speed)

Rounds each speed to a fraction with a small denominator.

replace: second_per_flop = 1 / Fraction(flop_per_sec)
with: second_per_flop = 1 / Fraction(flop_per_sec).limit_denominator(10**6)
replace: second_per_element = dtype.itemsize / Fraction(bytes_per_sec)
with: second_per_element = dtype.itemsize / Fraction(bytes_per_sec).limit_denominator(10**6)
"""
