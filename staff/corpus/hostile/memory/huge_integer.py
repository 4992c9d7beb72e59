"""problem: tensor_bytes

An integer of millions of digits, which takes minutes to be shown in decimal.
"""


def tensor_bytes(x):
    return 1 << 60_000_000
