"""problem: per_head_linear
hint: outermost

Heads innermost on both sides.
"""


def per_head_linear(x, w, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads {num_heads}")
    heads = rearrange(x, "... (d_in heads) -> ... heads d_in", heads=num_heads)
    return rearrange(heads @ w, "... heads d_out -> ... (d_out heads)")
