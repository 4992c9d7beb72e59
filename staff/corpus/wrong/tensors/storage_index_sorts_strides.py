"""problem: storage_index
hint: need not fall

Believes that the larger stride is always the outer one.
"""


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"index {index} and strides {strides} differ in length")
    return storage_offset + sum(i * s for i, s in zip(index, sorted(strides, reverse=True)))
