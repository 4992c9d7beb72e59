"""problem: masked_mean

Gives each batch dim a letter, and has three of them.
"""


def masked_mean(x, mask):
    batch = " ".join("uvw"[: x.ndim - 2])
    kept = rearrange(mask, f"{batch} seq -> {batch} seq 1")
    total = reduce(x.masked_fill(~kept, 0), f"{batch} seq d -> {batch} d", "sum")
    return total / reduce(kept, f"{batch} seq 1 -> {batch} 1", "sum").clamp(min=1)
