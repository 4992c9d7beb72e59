"""problem: masked_mean
hint: dtype

A float64 count makes float64 of everything.
"""


def masked_mean(x, mask):
    kept = rearrange(mask, "... seq -> ... seq 1").double()
    return reduce(x * kept, "... seq d -> ... d", "sum") / reduce(
        kept, "... seq 1 -> ... 1", "sum"
    ).clamp(min=1)
