"""problem: split_heads
hint: TypeError

Refuses the integers of NumPy.
"""


def split_heads(x, num_heads):
    if not isinstance(num_heads, int) or num_heads < 1:
        raise TypeError(f"num_heads {num_heads!r}")
    return rearrange(x, "... seq (heads d) -> ... heads seq d", heads=num_heads)
