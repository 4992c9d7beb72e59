"""problem: storage_bytes
hint: keeps the whole storage alive

The bytes shown, not kept alive.
"""


def storage_bytes(x):
    return x.numel() * x.element_size()
