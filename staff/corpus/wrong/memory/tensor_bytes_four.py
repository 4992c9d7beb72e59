"""problem: tensor_bytes
hint: counts 4 bytes an element

Every element takes 4 bytes.
"""


def tensor_bytes(x):
    return 4 * x.numel()
