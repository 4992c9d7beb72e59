"""problem: contiguous_strides
hint: a tensor was built to query it

Asks a tensor that holds memory, of which there is not enough for large sizes.
"""


def contiguous_strides(shape):
    return torch.empty(shape).stride()
