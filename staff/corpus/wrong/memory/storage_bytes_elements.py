"""problem: storage_bytes

The storage in elements.
"""

def storage_bytes(x):
    return x.untyped_storage().nbytes() // x.element_size()
