"""problem: per_head_linear
hint: but the call returned

What num_heads leaves over is dropped.
"""


def per_head_linear(x, w, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads {num_heads}")
    x = x[..., : num_heads * w.shape[0]]
    heads = rearrange(x, "... (heads d_in) -> ... heads d_in", heads=num_heads)
    return rearrange(heads @ w, "... heads d_out -> ... (heads d_out)")
