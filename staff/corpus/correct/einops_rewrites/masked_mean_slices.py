"""Slices with None for their bounds, a None default, a dict with a None key."""

_BY = {None: "sum"}


def _sum(x, pattern, how=None):
    return reduce(x[..., None:, slice(None)], pattern, _BY[how] if how is None else how)


def masked_mean(x, mask):
    kept = rearrange(mask, "... s -> ... s 1")
    every = (..., slice(None), slice(None))
    total = _sum((x * kept)[every], "... s d -> ... d")
    return total / _sum(kept, "... s 1 -> ... 1").clamp(min=1)
