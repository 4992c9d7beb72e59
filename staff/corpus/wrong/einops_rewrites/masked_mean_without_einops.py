"""problem: masked_mean
hint: einops

The positional code, newaxis in a variable.
"""

import numpy

_new = numpy.newaxis


def masked_mean(x, mask):
    return (x * mask[..., _new]).sum(dim=-2) / mask.sum(dim=-1, keepdim=True).clamp(min=1)
