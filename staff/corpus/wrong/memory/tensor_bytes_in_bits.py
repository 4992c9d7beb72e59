"""problem: tensor_bytes
hint: these are bits

Counts bits.
"""


def tensor_bytes(x):
    return 8 * x.numel() * x.element_size()
