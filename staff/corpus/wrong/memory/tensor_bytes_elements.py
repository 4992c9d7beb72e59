"""Count elements, not bytes.

problem: tensor_bytes
hint: number of elements
"""


def tensor_bytes(x):
    return x.numel()
