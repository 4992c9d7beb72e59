"""problem: storage_index
hint: should name

The error of zip itself: it names neither argument.
"""


def storage_index(index, strides, storage_offset=0):
    return storage_offset + sum(i * s for i, s in zip(index, strides, strict=True))
