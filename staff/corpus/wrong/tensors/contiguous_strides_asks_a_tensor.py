"""problem: contiguous_strides
hint: a tensor was built

Asks a tensor without data.
"""


def contiguous_strides(shape):
    return torch.empty(tuple(int(n) for n in shape), device="meta").stride()
