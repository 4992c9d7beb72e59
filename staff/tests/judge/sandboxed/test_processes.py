"""All kinds of memory that a problem's processes hold are counted."""

import mmap
import os
import subprocess
import sys
from contextlib import contextmanager

import pytest

from cs336_staff.judge.sandboxed import processes
from cs336_staff.judge.sandboxed.processes import descendants, held_bytes, maps_held, opened

# Reads one byte of every 2 MiB: it owns no page, but each byte takes a page for its table.
READS = """
import mmap, sys
size = int(sys.argv[1])
flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000  # MAP_NORESERVE
memory = mmap.mmap(-1, size, flags, mmap.PROT_READ)
memory.madvise(mmap.MADV_NOHUGEPAGE)
for at in range(0, size, 2**21):
    memory[at]
print("held", flush=True)
input()
"""

# Holds memory in a thread, and ends the first thread, which becomes a zombie.
ENDS = """
import ctypes, platform, sys, threading
def hold():
    held = b"x" * int(sys.argv[1])
    print("held", flush=True)
    input()
    ctypes.CDLL(None)._exit(len(held) & 0)
threading.Thread(target=hold).start()
ctypes.CDLL(None).syscall({"x86_64": 60, "aarch64": 93}[platform.machine()], 0)
"""

# Makes maps in a thread, and ends the first thread.
MAPS = ENDS.replace(
    'b"x" * int(sys.argv[1])', "[mmap.mmap(-1, 4096, prot=1 + 2 * (n % 2)) for n in range(9999)]"
).replace("import ", "import mmap, ", 1)

# Has sockets and a file without a name in a thread with descriptors of its own.
OPENS = """
import ctypes, socket, tempfile, threading
def hold():
    ctypes.CDLL(None).unshare(0x400)  # CLONE_FILES
    held = [socket.socketpair() for _ in range(20)]
    with tempfile.TemporaryFile(dir="/var/tmp") as file:
        file.write(bytes(2**20))
        file.flush()
        print("held", flush=True)
        input()
threading.Thread(target=hold).start()
"""

# Takes a name that looks like a further line of its memory account, with a negative size.
NAMED = """
import ctypes, sys
held = b"x" * int(sys.argv[1])
ctypes.CDLL(None).prctl(15, b"\\x0cVmPTE: -999999", 0, 0, 0)
print("held", flush=True)
input()
"""


@contextmanager
def process(program: str, size: int = 0):
    """Run a program that holds memory while the block runs."""
    command = [sys.executable, "-c", program, str(size)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"held\n"
        yield process.pid
        process.communicate(b"\n")
    assert process.returncode == 0


def below() -> list[int]:
    return descendants(os.getpid())


def held_beside(size: int, program: str = READS) -> int:
    before = held_bytes(below(), 2**40)
    with process(program, size):
        held = held_bytes(below(), 2**40), held_bytes(below(), 0)
    return min(held) - before


def test_page_tables_are_counted():
    tables = 2**34 // 2**21 * mmap.PAGESIZE
    assert held_beside(2**34) - held_beside(2**21) > tables / 2


def test_what_a_process_holds_is_counted_after_its_first_thread_ended():
    assert held_beside(2**26, ENDS) > 2**26


def test_a_name_is_no_line_of_what_a_process_holds():
    assert held_beside(2**26, NAMED) > 2**26


def test_maps_are_counted_after_a_first_thread_ended_and_to_a_limit():
    with process(MAPS):
        assert 9999 < maps_held(below(), 10**6) < 20_000
        assert 2000 < maps_held(below(), 2000) < 9999


def test_sockets_and_files_without_a_name_are_counted_in_all_threads():
    with process(OPENS) as pid:
        assert opened([pid]) == (2**20, 40)


@pytest.mark.parametrize("privileges, count", [("0" * 16, 11), ("000001ffffffffff", 0)])
def test_maps_that_may_not_be_read_are_too_many_once_a_process_is_confined(
    monkeypatch, tmp_path, privileges, count
):
    def refused(*_):
        raise PermissionError

    status = tmp_path / "status"
    status.write_text(f"Name:\tx\nCapEff:\t{privileges}\nCapBnd:\t{'0' * 16}\n")
    monkeypatch.setattr(processes, "open", refused, raising=False)
    monkeypatch.setattr(processes, "Path", lambda path: status)
    assert processes._maps(1, 10) == count


def test_what_was_swapped_out_is_counted(monkeypatch):
    swapped = {"status": {b"VmSwap:": 7}, "smaps_rollup": {b"SwapPss:": 7}}
    monkeypatch.setattr(
        processes, "_sum", lambda pid, file, names: sum(swapped[file].get(n, 0) for n in names)
    )
    assert held_bytes([1], 2**40) == held_bytes([1], 0) == 7


def test_where_shares_may_not_be_read_all_that_is_resident_counts(monkeypatch):
    monkeypatch.setattr(
        processes, "_sum", lambda pid, file, names: None if "smaps" in file else len(names)
    )
    assert held_bytes([1, 2], 0) == held_bytes([1, 2], 2**40)
