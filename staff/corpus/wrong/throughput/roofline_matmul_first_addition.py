"""problem: roofline
hint: the first one too

Leaves the first addition of each sum out.
"""

COSTS["matmul"] = (3, lambda m, k, n: ((2 * k - 1) * m * n, m * k + k * n + m * n))
