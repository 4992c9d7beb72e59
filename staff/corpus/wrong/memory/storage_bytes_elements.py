"""problem: storage_bytes
hint: number of elements

The storage in elements.
"""


def storage_bytes(x):
    return x.untyped_storage().nbytes() // x.element_size()
