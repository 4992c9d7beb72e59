"""problem: storage_index
hint: leaves out storage_offset

A 0-d tensor's element is taken to be at 0, whatever the offset.
"""


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"index {index} and strides {strides} differ in length")
    if not index:
        return 0
    return storage_offset + sum(i * s for i, s in zip(index, strides))
