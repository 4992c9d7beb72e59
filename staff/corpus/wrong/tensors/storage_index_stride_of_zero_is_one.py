"""problem: storage_index
hint: a stride of 0

Takes a stride of 0 for none given.
"""


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"index {index} and strides {strides} differ in length")
    steps = (int(i) * (int(stride) or 1) for i, stride in zip(index, strides))
    return int(storage_offset) + sum(steps)
