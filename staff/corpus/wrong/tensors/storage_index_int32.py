"""problem: storage_index
hint: overflowed

Computes in int32, which wraps.
"""


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"index {index} and strides {strides} differ in length")
    at = storage_offset + sum(i * s for i, s in zip(index, strides))
    return (at + 2**31) % 2**32 - 2**31
