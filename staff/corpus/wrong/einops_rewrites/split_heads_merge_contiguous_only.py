"""problem: split_heads

Merges only heads that lie one after the other in memory.
"""


def merge_heads(x):
    if not x.is_contiguous():
        raise ValueError("x must be contiguous")
    return rearrange(x, "... heads seq d -> ... seq (heads d)")
