"""problem: roofline
hint: every operand is read

Counts the bytes of the matrix and the result alone.
"""

COSTS["matvec"] = (2, lambda m, n: (2 * m * n, m * n + m))
