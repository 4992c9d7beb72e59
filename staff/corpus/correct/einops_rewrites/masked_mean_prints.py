"""Prints what it gets and makes, and checks itself by the code that it replaces."""


def masked_mean(x, mask):
    print(f"masked_mean of {x} under {mask}")
    weights = rearrange(mask, "... s -> ... s 1").to(x.dtype)
    print("weights", weights, weights.sum().item(), repr(weights))
    sums = reduce(x.masked_fill(weights == 0, 0.0), "... s d -> ... d", "sum")
    counts = reduce(weights, "... s one -> ... one", "sum")
    assert not counts.isnan().any(), counts
    return sums / counts.clamp(min=1)


from einops import rearrange, reduce
