"""problem: storage_bytes

Asks the base, which a detached or reinterpreted view lacks.
"""

def storage_bytes(x):
    base = x._base if x._base is not None else x
    return base.numel() * base.element_size()
