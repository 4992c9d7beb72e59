"""problem: compute_bound_batch

Multiplies in the integers of the caller, which may be of 32 bits.

replace: d_in, d_out = int(d_in), int(d_out)
with: import numpy as np
with: d_in, d_out = (int(np.int64(x) % 2**31) for x in (d_in, d_out))
"""
