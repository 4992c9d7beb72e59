"""problem: tensor_bytes
hint: number of elements

Count elements, not bytes.
"""


def tensor_bytes(x):
    return x.numel()
