"""problem: compute_bound_batch
hint: not 4

Takes an element for 4 bytes.

replace: second_per_element = dtype.itemsize / Fraction(bytes_per_sec)
with: second_per_element = 4 / Fraction(bytes_per_sec)
"""
