"""Compile a submission's modules once, so that each problem only has to load them.

The supervisor calls this. The compiling itself happens in a process confined like a problem's,
since a hostile source can crash or choke a compiler; nothing of the submission runs in it. What
does not compile is left alone: importing it raises then what it raises.
"""

import importlib._bootstrap_external as bootstrap
import importlib.util
import os
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from cs336_staff.judge.wire.frames import COMPILED, NONCE_BYTES, Channel, Late, Lost
from cs336_staff.judge.wire.primitives import Limits, Reader, WireError, Writer

MAX_BYTES = 32 * 2**20
_SECONDS = 10.0
_NAME = 255


def send_compiled(sock: socket.socket, root: Path) -> None:
    """Compile all modules below a folder and send each as a frame; runs in the confined process."""
    channel = Channel(sock)
    for path, target in _modules(root).items():
        with suppress(Exception):
            source = path.read_bytes()
            code = compile(source, str(path), "exec", dont_inherit=True)
            hashed = importlib.util.source_hash(source)
            out = Writer()
            out.text(target)
            out.blob(bootstrap._code_to_hash_pyc(code, hashed, False))  # type: ignore[attr-defined]
            channel.send(COMPILED, bytes(NONCE_BYTES), out)


def receive_compiled(sock: socket.socket, root: Path) -> Iterator[tuple[Path, memoryview]]:
    """Yield the files that `send_compiled` sends, until it ends or its time is over."""
    deadline = time.monotonic() + _SECONDS
    targets = set(_modules(root).values())
    channel, left = Channel(sock), MAX_BYTES
    with suppress(Late, Lost, WireError):
        while True:
            kind, _, payload = channel.receive(left, deadline)
            source = Reader(payload, Limits())
            name, left = source.text(), left - len(payload)
            if kind != COMPILED or name not in targets:
                return
            yield root / name, source.blob()


def _modules(root: Path) -> dict[Path, str]:
    """Return the modules below a folder, and where in it Python looks for each one's code."""
    cached = importlib.util.cache_from_source
    found = {
        path: str(Path(cached(str(path))).relative_to(root)) for path in sorted(root.rglob("*.py"))
    }
    return {
        path: name for path, name in found.items() if len(os.fsencode(Path(name).name)) <= _NAME
    }
