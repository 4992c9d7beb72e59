"""problem: gather
hint: when shape is (

Looks at as many dims as both have.
"""

_right = gather


def gather(storage, shape, strides, storage_offset):
    dims = min(len(shape), len(strides))
    return _right(storage, shape[:dims], strides[:dims], storage_offset)
