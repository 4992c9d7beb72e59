"""problem: tensor_bytes
hint: this is the bytes of the storage

Takes a tensor without a _base for the whole of its storage; x.data has none either.
"""


def tensor_bytes(x):
    if x._base is None:
        return x.untyped_storage().nbytes()
    return x.numel() * x.element_size()
