"""problem: per_head_linear
hint: Error

Needs at least one dim before the hidden one.
"""


def per_head_linear(x, w, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads {num_heads}")
    heads = rearrange(x, "... s (heads d_in) -> ... s heads d_in", heads=num_heads)
    return rearrange(heads @ w, "... s heads d_out -> ... s (heads d_out)")
