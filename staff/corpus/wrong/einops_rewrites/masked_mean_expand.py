"""problem: masked_mean
hint: expand to more dims

expand puts the new axis in front, rearrange moves it to where it belongs.
"""


def masked_mean(x, mask):
    kept = rearrange(mask.expand(x.shape[-1], *mask.shape), "d ... seq -> ... seq d")
    total = reduce(x * kept, "... seq d -> ... d", "sum")
    return total / reduce(kept, "... seq d -> ... d", "sum").clamp(min=1)
