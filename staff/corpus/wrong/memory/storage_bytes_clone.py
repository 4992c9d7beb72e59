"""problem: storage_bytes
hint: this is the bytes of the elements x

Measures a copy.
"""


def storage_bytes(x):
    return x.clone().untyped_storage().nbytes()
