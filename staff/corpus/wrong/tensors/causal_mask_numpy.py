"""problem: causal_mask
hint: expected a plain torch.Tensor

An array of NumPy.
"""


def causal_mask(n):
    import numpy as np

    return np.tri(n, dtype=bool)
