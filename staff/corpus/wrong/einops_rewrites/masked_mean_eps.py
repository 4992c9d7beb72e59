"""problem: masked_mean
hint: is added to the count

A little something in the divisor.
"""


def masked_mean(x, mask):
    kept = rearrange(mask, "... seq -> ... seq 1")
    return reduce(x * kept, "... seq d -> ... d", "sum") / (
        reduce(kept, "... seq 1 -> ... 1", "sum") + 1e-6
    )
