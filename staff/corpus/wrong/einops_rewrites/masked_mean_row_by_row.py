"""problem: masked_mean

Takes a batch row by row: of a batch without rows there is nothing to put together.
"""


def masked_mean(x, mask):
    if x.ndim > 2:
        means = [masked_mean(*row) for row in zip(x, mask, strict=True)]
        return rearrange(means, "b ... -> b ...")
    weights = mask.to(x.dtype)
    return einsum(x, weights, "seq d, seq -> d") / weights.sum().clamp(min=1)
