"""problem: storage_bytes
hint: an untyped storage counts bytes

Takes the bytes of the storage for its elements.
"""


def storage_bytes(x):
    return len(x.untyped_storage()) * x.element_size()
