"""problem: masked_mean
hint: expected

Takes the True positions of all batches together.
"""


def masked_mean(x, mask):
    picked = x[mask]
    mean = reduce(picked, "n d -> d", "sum") / max(len(picked), 1)
    return mean + x.new_zeros(*x.shape[:-2], x.shape[-1])
