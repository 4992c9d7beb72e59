"""problem: roofline
hint: the result is written

Counts what a ReLU reads, and not what it writes.
"""

COSTS["relu"] = (1, lambda n: (n, n))
