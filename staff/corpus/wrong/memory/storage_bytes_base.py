"""problem: storage_bytes
hint: this is the bytes of the elements x

Asks the base, which a detached or reinterpreted view lacks.
"""


def storage_bytes(x):
    base = x._base if x._base is not None else x
    return base.numel() * base.element_size()
