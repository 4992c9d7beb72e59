"""A dot product in int64; the result is a NumPy integer."""

import numpy as np


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise TypeError(f"index={index!r}, strides={strides!r}")
    return np.dot(np.asarray(index, np.int64), np.asarray(strides, np.int64)) + storage_offset
