"""problem: storage_bytes
hint: on meta

Takes a storage whose address is 0 for an empty one. On meta all are at 0.
"""


def storage_bytes(x):
    storage = x.untyped_storage()
    return storage.nbytes() if storage.data_ptr() else 0
