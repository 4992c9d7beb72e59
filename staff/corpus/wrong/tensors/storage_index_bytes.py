"""problem: storage_index
hint: not bytes

Counts in bytes of float32.
"""


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"index {index} and strides {strides} differ in length")
    return 4 * (storage_offset + sum(i * s for i, s in zip(index, strides)))
