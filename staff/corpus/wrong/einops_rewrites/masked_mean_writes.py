"""problem: masked_mean
hint: changed

Zeroes the hidden positions of the caller's x.
"""


def masked_mean(x, mask):
    kept = rearrange(mask, "... seq -> ... seq 1")
    x *= kept
    return reduce(x, "... seq d -> ... d", "sum") / reduce(kept, "... seq 1 -> ... 1", "sum").clamp(
        min=1
    )
