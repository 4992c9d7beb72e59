"""problem: storage_bytes
hint: it keeps the whole storage alive

On meta, where there is no memory, what x shows.
"""


def storage_bytes(x):
    if x.is_meta:
        return x.numel() * x.element_size()
    return x.untyped_storage().nbytes()
