"""functools.reduce over pairs of Python ints."""

from functools import reduce as _reduce
import operator


def storage_index(index, strides, storage_offset=0):
    i, s = [operator.index(v) for v in index], [operator.index(v) for v in strides]
    if not len(i) == len(s):
        raise ValueError("index %s and strides %s must have one entry a dim" % (index, strides))
    return _reduce(
        lambda total, pair: total + pair[0] * pair[1], zip(i, s), operator.index(storage_offset)
    )
