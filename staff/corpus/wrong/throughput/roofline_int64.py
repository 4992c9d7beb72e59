"""problem: roofline

Counts in NumPy's int64.

replace: flops, elements = cost(*map(int, sizes))
with: import numpy as np
with: with np.errstate(over="ignore"):
with:     flops, elements = cost(*map(np.int64, sizes))
"""
