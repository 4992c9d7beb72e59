"""problem: per_head_linear
hint: expected

Keeps the w of the first call.
"""

_kept = {}


def per_head_linear(x, w, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads {num_heads}")
    w = _kept.setdefault((tuple(w.shape), w.dtype), w.clone())
    heads = rearrange(x, "... (heads d_in) -> ... heads d_in", heads=num_heads)
    return rearrange(heads @ w, "... heads d_out -> ... (heads d_out)")
