"""problem: tensor_bytes
hint: only integers are exact

Bits in a float division: beyond 2**53 it rounds.
"""


def tensor_bytes(x):
    return int(x.numel() * (8 * x.element_size()) / 8)
