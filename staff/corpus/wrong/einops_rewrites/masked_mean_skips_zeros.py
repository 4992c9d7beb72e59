"""problem: masked_mean
hint: zeros among the numbers

Counts the elements that are not 0.
"""


def masked_mean(x, mask):
    x = x * rearrange(mask, "... seq -> ... seq 1")
    return reduce(x, "... seq d -> ... d", "sum") / reduce(
        x != 0, "... seq d -> ... d", "sum"
    ).clamp(min=1)
