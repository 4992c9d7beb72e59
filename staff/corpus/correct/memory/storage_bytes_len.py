"""The untyped storage is a row of bytes."""


def storage_bytes(x):
    return len(x.untyped_storage())
