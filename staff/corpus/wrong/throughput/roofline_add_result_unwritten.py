"""problem: roofline
hint: the result is written

Forgets that the result of an addition is written.
"""

COSTS["add"] = (1, lambda n: (n, 2 * n))
