"""Where the tests' files are, and how a machine without room for them is recognized."""

import errno
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

MEMORY = Path("/dev/shm")
_ROOM = 2**20  # bytes, more than a test writes
_AMPLE = 32 * _ROOM


def memory_folder() -> str | None:
    """Return a folder in memory for temporary files: there, a save need not wait for a disk.

    None where there is no such folder, or little room, or where TMPDIR names another place.
    """
    if not any(os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP")):
        with suppress(OSError):
            if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= _AMPLE:
                return str(MEMORY)
    return None


def disk_folder() -> str:
    """Return the folder that temporary files would be in were there none in memory."""
    chosen, tempfile.tempdir = tempfile.tempdir, None
    try:
        return tempfile.gettempdir()
    finally:
        tempfile.tempdir = chosen


def full_disk_error(folder: Path) -> OSError | None:
    """Return the error with which a file of 1 MiB does not fit a folder's disk, if it does not."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_ROOM))
    except OSError as error:
        return error if error.errno in (errno.ENOSPC, errno.EDQUOT) else None
    return None
