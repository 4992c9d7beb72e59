"""Compile a submission's modules once, so that each problem only has to load them.

The compiling itself happens in a process confined like a problem's, since a hostile source can
crash or choke a compiler; nothing of the submission runs in it. What does not compile is left
alone: importing it raises then what it raises.
"""

import contextlib
import importlib._bootstrap_external as bootstrap
import importlib.util
import socket
import struct
import time
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from cs336_staff.judge.wire.frames import exactly

_HEADER = struct.Struct("<II")
_MOST = 32 * 2**20
_SECONDS = 10.0
_NAME = 255


def send_compiled(sock: socket.socket, root: Path) -> None:
    """Compile all modules below a folder and send them; runs in the confined process."""
    for path in sorted(root.rglob("*.py")):
        with contextlib.suppress(Exception):
            source = path.read_bytes()
            code = compile(source, str(path), "exec", dont_inherit=True)
            hashed = importlib.util.source_hash(source)
            data = bootstrap._code_to_hash_pyc(code, hashed, False)  # type: ignore[attr-defined]
            target = Path(importlib.util.cache_from_source(str(path))).relative_to(root)
            name = str(target).encode()
            if len(target.name.encode()) > _NAME:
                continue
            sock.sendall(_HEADER.pack(len(name), len(data)) + name + data)


def receive_compiled(sock: socket.socket) -> Iterator[tuple[str, bytes]]:
    """Yield the files that `send_compiled` sends, until it ends or its time is over."""
    deadline = time.monotonic() + _SECONDS
    left = _MOST
    while True:
        try:
            name_size, size = _HEADER.unpack(exactly(sock, _HEADER.size, deadline))
            left -= name_size + size
            if left < 0 or name_size > 1000:
                return
            name = exactly(sock, name_size, deadline).decode()
            if not _is_cached(name):
                return
            yield name, exactly(sock, size, deadline)
        except (OSError, ValueError):
            return


def _is_cached(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and path.parent.name == "__pycache__"
