"""problem: compute_bound_batch
hint: as many bytes as dtype says

Takes an element for a byte.

replace: second_per_element = dtype.itemsize / Fraction(bytes_per_sec)
with: second_per_element = 1 / Fraction(bytes_per_sec)
"""
