"""Pack the batch dims of x and of mask, and unpack those of the means."""

from einops import pack, unpack


def masked_mean(x, mask):
    (rows, batch), (kept, _) = pack([x], "* seq d"), pack([mask], "* seq")
    kept = rearrange(kept, "b seq -> b seq 1")
    total = reduce(rows * kept, "b seq d -> b d", "sum")
    means = total / reduce(kept, "b seq 1 -> b 1", "sum").clamp(min=1)
    return unpack(means, batch, "* d")[0]
