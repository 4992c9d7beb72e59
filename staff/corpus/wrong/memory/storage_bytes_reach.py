"""problem: storage_bytes
hint: what lies behind x

Up to the last element the view reaches.
"""


def storage_bytes(x):
    last = x.storage_offset() + sum((n - 1) * s for n, s in zip(x.shape, x.stride()))
    return (last + 1) * x.element_size()
