"""The size of a head is given, and everything checked by hand."""

import operator


def split_heads(x, num_heads):
    H = operator.index(num_heads)
    if H <= 0 or x.shape[-1] % H != 0:
        raise ValueError(f"num_heads={H} does not divide {x.shape[-1]}")
    return rearrange(x, "... t (h k) -> ... h t k", h=H, k=x.shape[-1] // H)
