"""problem: masked_mean
hint: it is zero

0 / 0 where nothing is True.
"""


def masked_mean(x, mask):
    kept = rearrange(mask, "... seq -> ... seq 1")
    return reduce(x * kept, "... seq d -> ... d", "sum") / reduce(kept, "... seq 1 -> ... 1", "sum")
