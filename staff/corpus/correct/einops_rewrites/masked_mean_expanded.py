"""The mask's new axis is einops'; torch's expand fills it, to as many dims."""


def masked_mean(x, mask):
    kept = rearrange(mask, "... seq -> ... seq 1").expand(x.shape)
    total = reduce(x * kept, "... seq d -> ... d", "sum")
    return total / reduce(kept, "... seq d -> ... d", "sum").clamp(min=1)
