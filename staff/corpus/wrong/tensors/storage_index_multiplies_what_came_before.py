"""problem: storage_index
hint: multiplies what came before

Horner's rule, which is for sizes, with strides.
"""


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"index {index} and strides {strides} differ in length")
    position = 0
    for i, stride in zip(index, strides):
        position = position * int(stride) + int(i)
    return int(storage_offset) + position
