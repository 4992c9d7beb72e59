"""problem: per_head_linear
hint: dtype

Always float32.
"""


def per_head_linear(x, w, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads {num_heads}")
    heads = rearrange(x, "... (heads d_in) -> ... heads d_in", heads=num_heads)
    return rearrange(heads.float() @ w.float(), "... heads d_out -> ... (heads d_out)")
