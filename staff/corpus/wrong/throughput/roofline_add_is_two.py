"""problem: roofline
hint: one FLOP for each element

Counts two FLOPs for an addition.
"""

COSTS["add"] = (1, lambda n: (2 * n, 3 * n))
