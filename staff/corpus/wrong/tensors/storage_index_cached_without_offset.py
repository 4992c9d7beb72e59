"""problem: storage_index
hint: leaves out storage_offset

Remembers answers by index and strides, and forgets that the offset matters.
"""

_cache = {}


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"index {index} and strides {strides} differ in length")
    key = (*index, *strides)
    if key not in _cache:
        _cache[key] = storage_offset + sum(i * s for i, s in zip(index, strides))
    return _cache[key]
