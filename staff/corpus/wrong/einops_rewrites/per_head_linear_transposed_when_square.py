"""problem: per_head_linear
hint: transpose of w

Multiplies by the transpose where w is square.
"""


def per_head_linear(x, w, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads {num_heads}")
    if w.shape[0] == w.shape[1]:
        w = rearrange(w, "a b -> b a")
    heads = rearrange(x, "... (heads d_in) -> ... heads d_in", heads=num_heads)
    return rearrange(heads @ w, "... heads d_out -> ... (heads d_out)")
