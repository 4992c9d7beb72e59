"""problem: split_heads
hint: outermost

Heads innermost in the hidden axis.
"""


def split_heads(x, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads {num_heads}")
    return rearrange(x, "... seq (d heads) -> ... heads seq d", heads=num_heads)
