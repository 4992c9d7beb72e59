"""problem: roofline
hint: the result is written

Leaves the one number out that a dot product writes.
"""

COSTS["dot"] = (1, lambda n: (2 * n, 2 * n))
