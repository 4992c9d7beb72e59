"""Make the judge's side unreadable to other users, for as long as submissions run as such.

The level "users" needs it where the kernel has no Landlock; elsewhere it is a second wall.
"""

import os
import stat
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def hidden(places: Collection[Path], shown: Collection[str]) -> Iterator[list[str]]:
    """Take others' rights to files and folders away, and give them back at the end.

    Args:
        places: what to hide.
        shown: folders that stay readable, even where they lie in one of these.

    Yields:
        What cannot be hidden, as on a read-only disk.
    """
    modes: dict[str, int] = {}
    open_still: list[str] = []
    try:
        for path, kept in [part for place in places for part in _parts(str(place), shown)]:
            mode = stat.S_IMODE(os.stat(path).st_mode)
            if mode & ~kept:
                try:
                    os.chmod(path, mode & kept)
                    modes[path] = mode
                except OSError:
                    open_still.append(path)
        yield open_still
    finally:
        for path, mode in reversed(modes.items()):
            with suppress(OSError):
                os.chmod(path, mode)


def _parts(path: str, shown: Collection[str]) -> Iterator[tuple[str, int]]:
    """Yield what to hide of a place, and which rights stay: with a shown folder in it, to enter."""
    if os.path.islink(path) or any(f"{path}/".startswith(f"{folder}/") for folder in shown):
        return
    if not any(folder.startswith(f"{path}/") for folder in shown):
        yield path, 0o700
        return
    yield path, 0o711
    for name in os.listdir(path):
        yield from _parts(f"{path}/{name}", shown)
