"""Patterns are constants, looked up by their computed names."""

_SPLIT = "... seq (heads d) -> ... heads seq d"
_MERGE = "... heads seq d -> ... seq (heads d)"


def _pattern(name):
    return globals()[f"_{name.upper()}"]


def split_heads(x, num_heads):
    if num_heads < 1 or x.shape[-1] % num_heads:
        raise ValueError(f"num_heads must be a divisor of {x.shape[-1]}, got {num_heads}")
    return rearrange(x, _pattern("split"), heads=num_heads)


def merge_heads(x):
    return rearrange(x, _pattern("merge"))
