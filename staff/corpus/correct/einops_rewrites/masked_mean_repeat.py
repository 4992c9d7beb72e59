"""The mask repeated along d; two helper functions."""

from einops import repeat


def _total(x):
    return reduce(x, "... s d -> ... d", "sum")


def masked_mean(x, mask):
    T = repeat(mask, "... s -> ... s d", d=x.shape[-1]).type_as(x)
    view = _total(T)
    view[view == 0] = 1
    return _total(x * T) / view
