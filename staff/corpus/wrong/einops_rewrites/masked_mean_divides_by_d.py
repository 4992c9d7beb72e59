"""problem: masked_mean
hint: this divides by d; divide by the number of True positions

Divides by the size of the last axis.
"""


def masked_mean(x, mask):
    kept = rearrange(mask, "... seq -> ... seq 1")
    return reduce(x.masked_fill(~kept, 0), "... seq d -> ... d", "sum") / x.shape[-1]
