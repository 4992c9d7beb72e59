"""problem: split_heads
hint: but the call returned

0 heads and fewer are taken for 1.
"""


def split_heads(x, num_heads):
    return rearrange(x, "... seq (heads d) -> ... heads seq d", heads=max(num_heads, 1))
