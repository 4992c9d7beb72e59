"""problem: split_heads
hint: only einops

A helper that another helper calls does it.
"""


def _cut(x, n):
    return x.unflatten(-1, (n, -1))


def _heads(x, n):
    return rearrange(_cut(x, n), "... seq heads d -> ... heads seq d")


def split_heads(x, num_heads):
    if num_heads < 1 or x.shape[-1] % num_heads:
        raise ValueError(f"num_heads {num_heads}")
    return _heads(x, num_heads)
