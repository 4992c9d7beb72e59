"""problem: tensor_bytes

Unpacks the sizes of four dims, and fails with more.
"""


def tensor_bytes(x):
    a, b, c, d = (1,) * (4 - x.ndim) + tuple(x.shape)
    return a * b * c * d * x.element_size()
