"""The judge's end of a line: one submission's place in the fork server."""

import contextlib
import json
import os
import signal
import socket
import struct
import time
from pathlib import Path
from typing import Any

from cs336_staff.judge.sandboxed.fork_server import KILL_LINE, OPEN_LINE
from cs336_staff.judge.sandboxed.supervisor import END, GONE, START
from cs336_staff.judge.settings import JudgeFailed

_LENGTH = struct.Struct("<I")
_PATIENCE = 30.0
_MAX_BYTES = 48 * 2**20
KILLED = "the process was killed by signal SIGKILL"


class Line:
    """Starts and ends the processes of one submission's problems."""

    def __init__(
        self, control: socket.socket, submission: Path, sandboxed: bool, compiled: bool = False
    ) -> None:
        self._control = control
        self._name = os.urandom(8)
        self._awaited = 0
        self._socket, theirs = socket.socketpair()
        self._socket.settimeout(_PATIENCE)
        with theirs:
            socket.send_fds(control, [OPEN_LINE + self._name], [theirs.fileno()])
        try:
            with contextlib.suppress(BrokenPipeError):  # its refusal can be read all the same
                self._send_submission(submission, sandboxed, compiled)
            answer = self._answer()
        except OSError as error:
            self.close()
            raise JudgeFailed(f"no worker could be started: {error}") from error
        if "error" in answer:
            self.close()
            raise JudgeFailed(f"no worker could be started: {answer['error']}")

    def _send_submission(self, submission: Path, sandboxed: bool, compiled: bool) -> None:
        files, folders = _contents(submission) if sandboxed else ([], [])
        listing = {
            "root": str(submission),
            "compiled": compiled,
            "files": [(os.fsencode(name).hex(), len(data)) for name, data in files],
            "folders": [os.fsencode(name).hex() for name in folders],
        }
        head = json.dumps(listing).encode()
        self._socket.sendall(_LENGTH.pack(len(head)) + head)
        for _, data in files:
            self._socket.sendall(data)

    def start(self) -> socket.socket:
        """Start a process for a problem; return the connection to it."""
        self._settle()
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(self._socket, [START], [theirs.fileno()])
        return ours

    def end(self) -> None:
        """End the running process; what became of it is not asked."""
        self._socket.sendall(END)
        self._awaited += 1

    def end_and_ask(self, gone: bool) -> str:
        """End the running process and say in words how it ended.

        Raises:
            JudgeFailed: it never began: it had died before, or the system passed its connection
                on no more, for a user may have only so many descriptors under way.
            ConnectionError: the line itself has ended.
        """
        self._settle()
        self._socket.sendall(GONE if gone else END)
        answer = self._answer()
        if not answer:
            return "no process was running"
        if "error" in answer:
            raise ConnectionError(answer["error"])
        if answer.get("unstarted"):
            raise JudgeFailed("a problem's process did not get its connection")
        if answer.get("spent"):
            return f"the process used over {answer['spent']} and was stopped"
        if answer.get("alive"):
            return "the process closed its connection to the judge"
        if answer.get("signal") == signal.SIGKILL:
            return KILLED
        if "signal" in answer:
            return f"the process was killed by {_signal(answer['signal'])}"
        return f"the process exited with code {answer['code']}"

    def _settle(self) -> None:
        while self._awaited:
            self._answer()
            self._awaited -= 1

    def _answer(self) -> dict[str, Any]:
        size = _LENGTH.unpack(self._exactly(4))[0]
        answer: dict[str, Any] = json.loads(self._exactly(size))
        return answer

    def _exactly(self, size: int) -> bytes:
        data = b""
        deadline = time.monotonic() + _PATIENCE
        while len(data) < size:
            chunk = self._socket.recv(size - len(data))
            if not chunk or time.monotonic() > deadline:
                raise ConnectionError("the worker's fork server is gone")
            data += chunk
        return data

    def close(self) -> None:
        """End the line and every process of it."""
        self._socket.close()
        with contextlib.suppress(OSError):
            self._control.send(KILL_LINE + self._name)


def _signal(number: int) -> str:
    if number == signal.SIGSYS:
        return "a signal of its own, or a system call that is not allowed (SIGSYS)"
    try:
        return f"signal {signal.Signals(number).name}"
    except ValueError:
        return f"signal {number}"


def _contents(submission: Path) -> tuple[list[tuple[str, bytes]], list[str]]:
    """Return a submission's own files: adapters.py and what is under cs336_basics."""
    files: list[tuple[str, bytes]] = []
    folders = ["cs336_basics"] if (submission / "cs336_basics").is_dir() else []
    pending = list(folders)
    adapters = submission / "adapters.py"
    if adapters.is_file() and not adapters.is_symlink():
        files.append(("adapters.py", adapters.read_bytes()))
    while pending:
        folder = pending.pop()
        for entry in sorted(os.scandir(submission / folder), key=lambda entry: entry.name):
            name = f"{folder}/{entry.name}"
            if entry.is_dir(follow_symlinks=False) and entry.name != "__pycache__":
                folders.append(name)
                pending.append(name)
            elif entry.is_file(follow_symlinks=False) and not entry.name.endswith(".pyc"):
                files.append((name, Path(entry.path).read_bytes()))
        if sum(len(data) for _, data in files) > _MAX_BYTES:
            raise JudgeFailed(f"the submission is over {_MAX_BYTES // 2**20} MiB")
    return files, folders
