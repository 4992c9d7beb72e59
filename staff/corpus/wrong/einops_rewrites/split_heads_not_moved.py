"""problem: split_heads
hint: shape

Heads stay behind seq.
"""


def split_heads(x, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads {num_heads}")
    return rearrange(x, "... seq (heads d) -> ... seq heads d", heads=num_heads)
