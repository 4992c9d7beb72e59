"""problem: split_heads

Gives each batch dim a letter, and has three of them.
"""


def split_heads(x, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads must be at least 1, got {num_heads}")
    batch = " ".join("abc"[: x.ndim - 2])
    return rearrange(x, f"{batch} seq (heads d) -> {batch} heads seq d", heads=num_heads)
