"""problem: mlp_forward_flops

Have the worker say that the call changed things of the judge's that it was never given, and
that a list now holds itself.
"""

import struct
import sys


def mlp_forward_flops(batch, dims):
    judge = "cs336_staff.judge"
    values, replies = sys.modules[f"{judge}.wire.values"], sys.modules[f"{judge}.wire.replies"]

    def write_memory(encoder, before):
        encoder.out.number(0)

    def write_changes(encoder, before):
        encoder.out.number(1)
        encoder.out.number(0)  # the first list of the request: dims
        encoder.out.byte(1)
        encoder.out.number(10)
        for _ in range(10):
            encoder.out.raw(bytes((values.REF,)) + struct.pack("<q", 0))

    replies.write_memory, replies.write_changes = write_memory, write_changes
    dims[:] = []
    return 1
