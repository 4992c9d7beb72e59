"""problem: masked_mean
hint: of the whole batch

One count for the whole batch.
"""


def masked_mean(x, mask):
    kept = rearrange(mask, "... seq -> ... seq 1")
    return reduce(x * kept, "... seq d -> ... d", "sum") / mask.sum().clamp(min=1)
