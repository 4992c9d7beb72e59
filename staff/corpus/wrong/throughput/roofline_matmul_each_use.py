"""problem: roofline
hint: not for each use

Counts an operand for each use.
"""

COSTS["matmul"] = (3, lambda m, k, n: (2 * m * k * n, 2 * m * k * n + m * n))
