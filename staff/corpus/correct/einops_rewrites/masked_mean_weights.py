"""Weights that add up to one, or to nothing."""


def masked_mean(x, mask):
    count = mask.sum(-1, keepdim=True).to(x.dtype)
    weight = mask / (count + (count == 0))
    return reduce(rearrange(weight.to(x.dtype), "... s -> ... s 1") * x, "... s d -> ... d", "sum")
