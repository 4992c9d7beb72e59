"""problem: per_head_linear
hint: only einops

The positional code, einops for the last step.
"""


def per_head_linear(x, w, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads {num_heads}")
    y = x.reshape(*x.shape[:-1], num_heads, w.shape[0]) @ w
    return rearrange(y, "... heads d_out -> ... (heads d_out)")
