"""problem: split_heads

An array's shape and strides, assigned.
"""

import torch


def split_heads(x, num_heads):
    if num_heads < 1 or x.shape[-1] % num_heads:
        raise ValueError("num_heads")
    array = rearrange(x, "... -> ...").double().numpy().copy()  # exact, and NumPy has the dtype
    *lead, seq, hidden = array.shape
    array.shape = (*lead, seq, num_heads, hidden // num_heads)
    *front, rows, heads, columns = array.strides
    array.shape = (*lead, num_heads, seq, hidden // num_heads)
    array.strides = (*front, heads, rows, columns)
    return torch.from_numpy(array.copy()).to(x.dtype)
