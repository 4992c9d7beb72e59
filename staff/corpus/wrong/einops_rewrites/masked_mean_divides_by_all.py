"""problem: masked_mean
hint: seq

Divides by seq, not by the number that counts.
"""


def masked_mean(x, mask):
    kept = rearrange(mask, "... seq -> ... seq 1")
    return reduce(x * kept, "... seq d -> ... d", "mean")
