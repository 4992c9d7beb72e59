"""problem: storage_index
hint: TypeError

Refuses the integers of NumPy.
"""


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"index {index} and strides {strides} differ in length")
    for value in (*index, *strides, storage_offset):
        if not isinstance(value, int):
            raise TypeError(f"not an int: {value!r}")
    return storage_offset + sum(i * s for i, s in zip(index, strides))
