"""problem: roofline
hint: one number

Takes the result of a dot product for a vector.
"""

COSTS["dot"] = (1, lambda n: (2 * n, 3 * n))
