"""problem: split_heads

Merges by what einops calls itself to move axes, in a helper.
"""

from einops._backends import get_backend


def _flat(x):
    below = get_backend(x)
    *batch, heads, seq, d = below.shape(x)
    last = len(batch)
    turned = below.transpose(x, [*range(last), last + 1, last, last + 2])
    return below.reshape(turned, [*batch, seq, heads * d])


def merge_heads(x):
    return _flat(x)
