"""problem: masked_mean
hint: repeat to more dims

A tensor's own repeat puts the new axis in front, rearrange moves it to where it belongs.
"""


def masked_mean(x, mask):
    kept = rearrange(mask.repeat(x.shape[-1], *[1] * mask.ndim), "d ... seq -> ... seq d")
    total = reduce(x * kept, "... seq d -> ... d", "sum")
    return total / reduce(kept, "... seq d -> ... d", "sum").clamp(min=1)
