"""Inject faults into the saving of a file: a full disk, another device, a kill."""

import errno
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, chdir, contextmanager
from functools import partial
from typing import Any
from unittest import mock

FILE_EVENTS = ("open", "os.rename", "os.remove", "os.truncate", "os.link", "os.mkdir")


@contextmanager
def tmp_on_other_device() -> Iterator[None]:
    """Work in a folder of temporary files that behaves as if it were on another device.

    Moving or linking a file out of it, or into it, raises OSError (EXDEV).
    """
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        stack.enter_context(mock.patch.dict(os.environ, TMPDIR=folder))
        stack.enter_context(mock.patch.object(tempfile, "tempdir", folder))
        for name in ("rename", "replace", "link"):
            move = partial(
                _move_within_device, getattr(os, name), os.path.join(os.path.realpath(folder), "")
            )
            stack.enter_context(mock.patch.object(os, name, move))
        stack.enter_context(chdir(folder))
        yield


def _move_within_device(move: Callable, device: str, src: Any, dst: Any, **options: Any) -> Any:
    paths = [_real(src, options.get("src_dir_fd")), _real(dst, options.get("dst_dir_fd"))]
    if len({path.startswith(device) for path in paths}) > 1:
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), src, None, dst)
    return move(src, dst, **options)


def _real(path: Any, folder: int | None) -> str:
    """Resolve a path, relative to an open folder's descriptor if one is given."""
    start = "" if folder is None else f"/proc/self/fd/{folder}"
    return os.path.realpath(os.path.join(start, os.fsdecode(path)))


@contextmanager
def file_size_limit(limit: int, kill: bool) -> Iterator[None]:
    """Limit the bytes of any file, as on a full disk: a longer write fails or kills."""
    import resource  # POSIX only; tests that set a limit are skipped elsewhere

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_DFL if kill else signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)


def kill_at_file_event(number: int) -> None:
    """Kill this process at its file event of this number, counted from 0. It cannot be undone."""
    seen = 0

    def hook(event: str, args: tuple[Any, ...]) -> None:
        nonlocal seen
        if event not in FILE_EVENTS or (event == "open" and not _opens_to_write(args)):
            return
        seen += 1
        if seen > number:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)


def _opens_to_write(args: tuple[Any, ...]) -> bool:
    _, mode, flags = args
    if isinstance(mode, str):
        return any(letter in mode for letter in "wax+")
    return bool(flags & (os.O_WRONLY | os.O_RDWR))
