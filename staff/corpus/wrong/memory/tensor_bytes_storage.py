"""problem: tensor_bytes
hint: bytes of the storage

The whole storage instead of what the view shows.
"""


def tensor_bytes(x):
    return x.untyped_storage().nbytes()
