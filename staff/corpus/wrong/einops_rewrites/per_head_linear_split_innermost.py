"""problem: per_head_linear
hint: outermost in hidden_in

Splits with heads innermost.
"""


def per_head_linear(x, w, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads {num_heads}")
    heads = rearrange(x, "... (d_in heads) -> ... heads d_in", heads=num_heads)
    return rearrange(heads @ w, "... heads d_out -> ... (heads d_out)")
