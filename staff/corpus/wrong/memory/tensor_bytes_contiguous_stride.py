"""problem: tensor_bytes

Counts by the first stride, which lies for views.
"""


def tensor_bytes(x):
    if x.ndim == 0:
        return x.element_size()
    return x.shape[0] * x.stride(0) * x.element_size()
