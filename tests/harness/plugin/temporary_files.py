"""Tell a machine that has no room for the tests' files from a submission that fails to write."""

import errno
import tempfile
from pathlib import Path

_ROOM = 2**20  # bytes, more than a test writes


def full_disk_error(folder: Path) -> OSError | None:
    """Return the error with which a file of 1 MiB does not fit a folder's disk, if it does not."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_ROOM))
    except OSError as error:
        return error if error.errno in (errno.ENOSPC, errno.EDQUOT) else None
    return None
