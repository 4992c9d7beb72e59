"""problem: roofline
hint: the first one too

Counts the right matrix twice, and the left one never.
"""

COSTS["matmul"] = (3, lambda m, k, n: (2 * m * k * n, k * n + m * n))
