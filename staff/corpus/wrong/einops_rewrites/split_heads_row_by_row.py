"""problem: split_heads

Takes a batch row by row: of a batch without rows there is nothing to put together.
"""


def split_heads(x, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads must be at least 1, got {num_heads}")
    if x.ndim > 2:
        return rearrange([split_heads(row, num_heads) for row in x], "b ... -> b ...")
    return rearrange(x, "seq (heads d) -> heads seq d", heads=num_heads)
