"""What makes forks cheap: a fork's own objects lie side by side."""

import json
import subprocess
import sys

import pytest

# Of many objects of two sizes every hundredth is given back, and new ones are made.
_GAPS = """
import ctypes, gc, json, sys
from cs336_staff.judge.sandboxed.forks import fill_gaps

gc.disable()
malloc, free = ctypes.CDLL(None).malloc, ctypes.CDLL(None).free
malloc.restype, free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
objects = [bytes(63) for _ in range(10**6)]
chunks = [malloc(1000) for _ in range(10**5)]
objects[::100] = [None] * 10**4
for chunk in chunks[::100]:
    free(chunk)
if sys.argv[1] == "fill":
    fill_gaps()
small, large = [bytes(63) for _ in range(500)], [malloc(1000) for _ in range(500)]
print(json.dumps([len({at // 4096 for at in places}) for places in (map(id, small), large)]))
"""


def _pages(how: str) -> list[int]:
    command = [sys.executable, "-c", _GAPS, how]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    pages: list[int] = json.loads(done.stdout)
    return pages


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no fork server")
def test_new_objects_lie_side_by_side_once_gaps_are_filled():
    with_gaps, filled = _pages("leave"), _pages("fill")
    assert min(with_gaps) > 200  # of 500 objects
    assert filled[0] < 20  # 500 of 96 bytes fill 12 pages
    assert filled[1] < 140  # 500 of 1008 bytes fill 124
