"""problem: storage_bytes
hint: what lies before x

Only what lies behind the offset.
"""


def storage_bytes(x):
    return x.untyped_storage().nbytes() - x.storage_offset() * x.element_size()
