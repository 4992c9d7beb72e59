"""problem: per_head_linear
hint: but the call returned

Takes the number of heads from w and never looks at num_heads.
"""


def per_head_linear(x, w, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads {num_heads}")
    heads = rearrange(x, "... (heads d_in) -> ... heads d_in", d_in=w.shape[0])
    return rearrange(heads @ w, "... heads d_out -> ... (heads d_out)")
