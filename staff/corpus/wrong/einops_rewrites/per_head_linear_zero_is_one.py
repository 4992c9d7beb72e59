"""problem: per_head_linear
hint: but the call returned

0 heads are taken for 1.
"""


def per_head_linear(x, w, num_heads):
    heads = rearrange(x, "... (heads d_in) -> ... heads d_in", heads=max(num_heads, 1))
    return rearrange(heads @ w, "... heads d_out -> ... (heads d_out)")
