"""problem: tensor_bytes
hint: expected the integer

A float, through a division of bits.
"""


def tensor_bytes(x):
    return x.numel() * (x.element_size() * 8 / 8)
