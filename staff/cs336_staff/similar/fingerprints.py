"""What a submission's functions are made of, as hashes that survive renaming.

copydetect does the work: it lexes a function, puts one sign for every name and text, hashes each
stretch of K signs, and keeps some of the hashes by winnowing. Comments, docstrings and formatting
are gone before, and each function is a document of its own, so that their order does not count. A
function of less than K signs, as a three-line answer is, has no hash at all. The hashes are
Python's own, which are the same only in one process and its forks.
"""

import io
import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

from copydetect import CodeFingerprint

from cs336_staff.compare.limits import limit_this_process
from cs336_staff.compare.units import MODULE_LEVEL, Unit, read_units
from cs336_staff.files.scratch import scratch_folder
from cs336_staff.uploads.unpack import InvalidSubmission, copy_submission

K, WINDOW = 40, 8  # signs in a hashed stretch, and stretches of which one hash is kept

Fingerprints = dict[tuple[str, str], frozenset[int]]  # by a unit's module and name
Read = tuple[Fingerprints, dict[tuple[str, str], Unit]]  # what is read of an upload


def fingerprints(units: Iterable[Unit]) -> Fingerprints:
    """Return the hashes of each function, of normalized units."""
    hashes = {}
    for unit in units:
        if not unit.whole and unit.module != "adapters":
            text = io.StringIO(unit.text)
            code = CodeFingerprint(unit.name, K, WINDOW, language="python", fp=text)
            hashes[unit.module, unit.name] = frozenset(map(int, code.hashes))
    return hashes


def of_folder(folder: Path) -> Fingerprints:
    """Return the hashes of a folder with adapters.py and cs336_basics/."""
    return fingerprints(read_units(folder, True, {}))


def units_of_folder(folder: Path) -> dict[tuple[str, str], Unit]:
    """Return its functions as they were written, to be shown."""
    units = read_units(folder, False, {})
    return {(unit.module, unit.name): unit for unit in units if unit.name != MODULE_LEVEL}


def read_uploads(uploads: Iterable[Path]) -> Iterator[Read | None]:
    """Yield for each upload what `read_upload` returns; as many are read at a time as cores are."""
    cores = len(os.sched_getaffinity(0))
    with ProcessPoolExecutor(cores, get_context("fork"), _ignore_interrupts) as pool:
        yield from pool.map(read_upload, uploads)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # one from the keyboard is for the parent


def read_upload(upload: Path) -> Read | None:
    """Return the hashes and functions of an upload, read in a process with limits.

    None where it cannot be read: Python's parser may not return.
    """
    try:
        with scratch_folder() as folder:
            taken = copy_submission(upload, folder / "submission")
            with ProcessPoolExecutor(1, get_context("fork"), limit_this_process) as pool:
                return pool.submit(_read, taken).result()
    except (InvalidSubmission, BrokenProcessPool, OSError):
        return None


def _read(folder: Path) -> Read:
    return of_folder(folder), units_of_folder(folder)
