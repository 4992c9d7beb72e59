"""problem: masked_mean
hint: expected

clamp(min=2): wrong for one True position alone.
"""


def masked_mean(x, mask):
    kept = rearrange(mask, "... seq -> ... seq 1")
    return reduce(x * kept, "... seq d -> ... d", "sum") / reduce(
        kept, "... seq 1 -> ... 1", "sum"
    ).clamp(min=2)
