"""functools.partial for the patterns."""

from functools import partial

_split = partial(rearrange, pattern="... s (h d) -> ... h s d")


def split_heads(x, num_heads):
    if num_heads < 1:
        raise ValueError(f"num_heads={num_heads}")
    return _split(x, h=num_heads)


merge_heads = partial(rearrange, pattern="... h s d -> ... s (h d)")
