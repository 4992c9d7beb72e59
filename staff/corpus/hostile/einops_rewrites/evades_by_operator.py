"""problem: masked_mean

The positional code, by a method caller whose name is computed.
"""

from operator import methodcaller

import einops


def masked_mean(x, mask):
    einops.rearrange(x, "... -> ...")
    weights = methodcaller("un" + "squeeze", -1)(mask).to(x.dtype)
    total = (x * weights).sum(-2)
    return total / weights.sum(-2).clamp(min=1)
