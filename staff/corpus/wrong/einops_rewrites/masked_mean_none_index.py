"""problem: masked_mean
hint: only einops

None adds the axis.
"""


def masked_mean(x, mask):
    total = reduce(x * mask[..., None], "... seq d -> ... d", "sum")
    return total / reduce(mask, "... seq -> ... 1", "sum").clamp(min=1)
