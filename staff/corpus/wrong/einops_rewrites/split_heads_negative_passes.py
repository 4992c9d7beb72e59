"""problem: split_heads
hint: but the call returned

The sign of num_heads is dropped.
"""


def split_heads(x, num_heads):
    if num_heads == 0:
        raise ValueError(f"num_heads {num_heads}")
    return rearrange(x, "... seq (heads d) -> ... heads seq d", heads=abs(num_heads))
