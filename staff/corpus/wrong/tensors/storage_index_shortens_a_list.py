"""problem: storage_index
hint: changed its argument

Takes the strides off the end of the list that it is given.
"""

_right = storage_index


def storage_index(index, strides, storage_offset=0):
    position = _right(index, strides, storage_offset)
    if isinstance(strides, list):
        strides.clear()
    return position
