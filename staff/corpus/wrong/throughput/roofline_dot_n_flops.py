"""problem: roofline
hint: one multiplication, one addition

Counts the multiplications of a dot product alone.
"""

COSTS["dot"] = (1, lambda n: (n, 2 * n + 1))
