"""problem: split_heads
hint: has shape

num_heads is taken for the size of a head.
"""


def split_heads(x, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads {num_heads}")
    return rearrange(x, "... seq (heads d) -> ... heads seq d", d=num_heads)
