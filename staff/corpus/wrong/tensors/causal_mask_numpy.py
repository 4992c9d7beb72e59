"""problem: causal_mask
hint: not a torch.Tensor

An array of NumPy.
"""


def causal_mask(n):
    import numpy as np
    return np.tri(n, dtype=bool)
