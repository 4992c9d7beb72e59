"""problem: masked_mean
hint: this is the mean over d, too

Divides by the elements of all positions that count.
"""

_right_masked_mean = masked_mean


def masked_mean(x, mask):
    return _right_masked_mean(x, mask) / max(x.shape[-1], 1)
