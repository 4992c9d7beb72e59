"""A loop over dims."""


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"len(index={index}) != len(strides={strides})")
    position = storage_offset
    for d in range(len(index)):
        position += index[d] * strides[d]
    return position
