"""problem: storage_index
hint: got AssertionError

An assertion, which is neither a ValueError nor a TypeError.
"""


def storage_index(index, strides, storage_offset=0):
    assert len(index) == len(strides), f"index {index} and strides {strides} differ in length"
    return storage_offset + sum(i * s for i, s in zip(index, strides))
