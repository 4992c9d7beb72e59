"""problem: split_heads
hint: outermost

Both ways innermost: inverse of each other, and both wrong.
"""


def split_heads(x, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads {num_heads}")
    return rearrange(x, "... seq (d heads) -> ... heads seq d", heads=num_heads)


def merge_heads(x):
    return rearrange(x, "... heads seq d -> ... seq (d heads)")
