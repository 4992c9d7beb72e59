"""problem: split_heads
hint: but the call returned

Where num_heads does not divide, the rest is dropped.
"""


def split_heads(x, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads {num_heads}")
    x = x[..., : x.shape[-1] // num_heads * num_heads]
    return rearrange(x, "... seq (heads d) -> ... heads seq d", heads=num_heads)
