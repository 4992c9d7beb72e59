"""A cache of its own that threads may share: one instance, behind a lock."""

import threading
from collections import OrderedDict


class _Cache:
    _instance = None
    _making = threading.Lock()

    def __new__(cls, *args):
        with cls._making:
            if cls._instance is None:
                cls._instance = super().__new__(cls)
                cls._instance.lock, cls._instance.known = threading.RLock(), OrderedDict()
        return cls._instance

    def strides(self, shape):
        with self.lock:
            if shape not in self.known:
                below = [1]
                for size in shape[:0:-1]:
                    below.append(below[-1] * max(size, 1))
                self.known[shape] = tuple(reversed(below[: len(shape)]))
            return self.known[shape]


def contiguous_strides(shape):
    if any(n < 0 for n in shape):
        raise ValueError(f"shape {tuple(shape)} has a negative size")
    return _Cache().strides(tuple(map(int, shape)))


def is_contiguous(shape, strides):
    _check_lengths(shape, strides)
    pairs = zip(shape, strides, contiguous_strides(shape))
    return 0 in shape or all(size == 1 or stride == step for size, stride, step in pairs)
