"""problem: split_heads
hint: num_heads is -1

Takes -1 for as many heads as there can be, as view does.
"""


def split_heads(x, num_heads):
    if num_heads == -1:
        num_heads = x.shape[-1]
    if num_heads < 1:
        raise ValueError(f"num_heads must be at least 1, got {num_heads}")
    return rearrange(x, "... seq (heads d) -> ... heads seq d", heads=num_heads)
