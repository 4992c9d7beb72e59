"""problem: masked_mean
hint: ZeroDivisionError

The share of True positions is at least one in seq, of which there may be none.
"""


def masked_mean(x, mask):
    kept = rearrange(mask, "... seq -> ... seq 1").to(x.dtype)
    share = reduce(kept, "... seq 1 -> ... 1", "mean").clamp(min=1 / x.shape[-2])
    return reduce(x * kept, "... seq d -> ... d", "mean") / share
