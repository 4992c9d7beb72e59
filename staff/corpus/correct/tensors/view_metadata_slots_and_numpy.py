"""All numbers are NumPy's int64, in plain classes with slots."""

import numpy as np

_F2 = StridedView


class StridedView:
    __slots__ = ("shape", "strides", "storage_offset")

    def __init__(self, shape, strides, storage_offset):
        self.shape = [np.int64(n) for n in shape]
        self.strides = [np.int64(n) for n in strides]
        self.storage_offset = np.int64(storage_offset)

    def __getattr__(self, name):
        plain = _F2(
            tuple(map(int, self.shape)), tuple(map(int, self.strides)), int(self.storage_offset)
        )
        method = getattr(plain, name)

        def call(*args):
            v = method(*args)
            return StridedView(v.shape, v.strides, v.storage_offset)

        return call
