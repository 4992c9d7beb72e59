"""Make forks cheap, for a process with torch loaded that is about to fork often."""

import ctypes
import sys
from pathlib import Path

_DENSE = 15_000  # bytes one after another: about a pool of Python's allocator
_MOST = 20_000  # blocks of a size, should an allocator never come to that
_SMALL = range(16, 512 + 1, 16)  # the sizes of blocks in Python's pools
_CHUNKS = range(32, 2048 + 1, 16)  # sizes in malloc's heap, of which 8 bytes are its own
_HUGE = 2**21
_MADV_HUGEPAGE, _MADV_COLLAPSE = 14, 25


def fill_gaps() -> None:
    """Use up what is free between what is in use, so that a fork's own objects lie side by side.

    A fork copies each page that it is the first to write. Its objects would go to gaps here and
    there, on pages of which it wants nothing else.
    """
    if sys.platform != "linux":
        return
    for allocate, sizes, own in (
        (ctypes.pythonapi.PyObject_Malloc, _SMALL, 0),
        (ctypes.CDLL(None).malloc, _CHUNKS, 8),
    ):
        allocate.restype, allocate.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
        for size in sizes:
            before, dense = 0, 0
            for _ in range(_MOST):
                place = allocate(size - own)
                dense = dense + size if place == before + size else 0
                if dense > _DENSE:
                    break
                before = place


def collapse_memory() -> None:
    """Collapse all private writable memory of this process into huge pages.

    A process with torch loaded has some 55,000 small pages of its own, whose entries each fork
    copies; in huge pages the same fork takes a fifth of the time. Where the kernel cannot (before
    Linux 6.1), nothing changes.
    """
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None, use_errno=True)
    libc.malloc_trim(0)
    libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    for line in Path("/proc/self/maps").read_text(encoding="utf-8").splitlines():
        span, access, _, _, _, *name = line.split(maxsplit=5)
        if "w" not in access or "s" in access or (name and name[0] != "[heap]"):
            continue
        low, high = (int(part, 16) for part in span.split("-"))
        low, high = -(-low // _HUGE) * _HUGE, high // _HUGE * _HUGE
        if high > low:
            libc.madvise(low, high - low, _MADV_HUGEPAGE)
            libc.madvise(low, high - low, _MADV_COLLAPSE)
