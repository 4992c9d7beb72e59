"""A weighted sum by einsum."""


def masked_mean(x, mask):
    weight = mask.to(x.dtype)
    count = reduce(weight, "... s -> ... 1", "sum")
    return einsum(x, weight, "... s d, ... s -> ... d") / count.clamp(min=1)
