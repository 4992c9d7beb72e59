"""Temporary folders that do not outlast their run: what a killed one left goes at the next start.

Each is locked as long as its process lives, however that ends: a folder without a lock is left
over. It is made under another name, and renamed once it is locked; a folder under such a name is
left over if it is old.
"""

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_NAME = "cs336-scratch-"
_UNLOCKED = ".cs336-new-"
_OLD = 3600  # seconds


@contextmanager
def scratch_folder(parent: str | None = None) -> Iterator[Path]:
    """Make a folder, and remove it with all that is in it.

    Args:
        parent: where to make it; by default where temporary files are.
    """
    made = Path(tempfile.mkdtemp(prefix=_UNLOCKED, dir=parent))
    folder = made.with_name(made.name.replace(_UNLOCKED, _NAME, 1))
    lock = os.open(made, os.O_RDONLY)
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        made.rename(folder)  # now that it is locked: nobody takes it for left over
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def remove_leftovers(*parents: str) -> None:
    """Remove the scratch folders of this user's processes that are dead.

    Args:
        parents: where to look, besides where temporary files are.
    """
    for parent in {tempfile.gettempdir(), *parents}:
        for name in (_NAME, _UNLOCKED):
            for folder in Path(parent).glob(f"{name}*"):
                with suppress(OSError):  # it is another user's, or a file, or just gone
                    if name == _NAME or time.time() - folder.lstat().st_mtime > _OLD:
                        _remove_unlocked(folder)


def _remove_unlocked(folder: Path) -> None:
    if folder.lstat().st_uid != os.geteuid():
        return
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)
