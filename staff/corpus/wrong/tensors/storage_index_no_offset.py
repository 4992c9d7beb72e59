"""problem: storage_index
hint: leaves out storage_offset

Leaves the offset out.
"""


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"index {index} and strides {strides} differ in length")
    return sum(i * s for i, s in zip(index, strides))
