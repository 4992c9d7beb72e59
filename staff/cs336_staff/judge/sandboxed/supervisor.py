"""The supervisor: one submission's files, a fork for each problem, an eye on their memory."""

import contextlib
import gc
import json
import os
import select
import signal
import socket
import struct
import time
from pathlib import Path
from typing import Any

from cs336_staff.judge.sandboxed import namespaces as isolate
from cs336_staff.judge.sandboxed.precompile import receive_compiled, send_compiled
from cs336_staff.judge.sandboxed.processes import (
    held_bytes,
    kill_problem,
    maps_held,
    sockets_held,
)
from cs336_staff.judge.wire.frames import exactly

START, END, GONE = b"T", b"E", b"X"


_LENGTH = struct.Struct("<I")


_TICK = 0.05


_SELDOM = 8  # ticks between two looks at what takes long to count


class LineServer:
    """Serves one submission's problems, one after another."""

    def __init__(self, judge: socket.socket, isolation: isolate.Isolation) -> None:
        self._judge = judge
        self._isolation = isolation
        self._ready: tuple[int, socket.socket] | None = None
        self._running: int | None = None
        self._spent = ""
        self._handed_over = False
        self._looks = 0

    def run(self) -> None:
        """Take the submission's files and serve problems until the judge hangs up."""
        self._isolation.enter_line()
        self._submission, compiled = _receive_submission(self._judge, self._isolation)
        if self._isolation.namespaces and compiled:
            self._precompile()
        self._isolation.seal_line()
        _answer(self._judge, {"ready": True})
        self._prepare()
        poll = select.poll()
        poll.register(self._judge, select.POLLIN)
        while True:
            if not poll.poll(_TICK * 1000 if self._running else None):
                self._watch()
                continue
            message, descriptors, _, _ = socket.recv_fds(self._judge, 1, 1)
            if not message:
                self._end(b"")
                self._stop_ready()
                return
            if message == START:
                self._start(socket.socket(fileno=descriptors[0]))
                self._prepare()
            else:
                _answer(self._judge, self._end(message))

    def _precompile(self) -> None:
        """Have a confined process compile the submission's modules, and keep what it made."""
        ours, theirs = socket.socketpair()
        pid = self._isolation.fork()
        if not pid:
            try:
                isolate.close_all_but(theirs.fileno())
                self._isolation.enter_problem()
                send_compiled(theirs, self._submission)
            finally:
                os._exit(0)
        theirs.close()
        with ours:
            for name, data in receive_compiled(ours):
                target = self._submission / name
                target.parent.mkdir(exist_ok=True)
                target.write_bytes(data)
        self._kill(pid)
        os.waitpid(pid, 0)

    def _prepare(self) -> None:
        """Fork the next child, up to the point where it would import the submission."""
        if self._ready is not None:
            return
        ours, theirs = socket.socketpair()
        pid = self._isolation.fork()
        if pid:
            theirs.close()
            self._ready = pid, ours
            return
        try:
            keep = theirs.fileno()
            isolate.close_all_but(keep)
            self._isolation.enter_problem()
            _, descriptors, _, _ = socket.recv_fds(theirs, 1, 1)
            if descriptors:
                theirs.close()
                from cs336_staff.judge.sandboxed.serve import serve

                gc.enable()
                apart = self._isolation.namespaces
                serve(socket.socket(fileno=descriptors[0]), self._submission, apart)
        except BaseException as error:
            if not isinstance(error, SystemExit):
                os._exit(70)
        finally:
            os._exit(0)

    def _start(self, judge: socket.socket) -> None:
        if self._ready is None:
            self._prepare()
        assert self._ready is not None
        pid, leash = self._ready
        self._ready = None
        self._running, self._spent, self._handed_over = pid, "", False
        with contextlib.suppress(OSError), leash, judge:
            socket.send_fds(leash, [START], [judge.fileno()])
            self._handed_over = True

    def _end(self, how: bytes) -> dict[str, Any]:
        """End the running problem's processes, all of them, and say how its first one ended."""
        pid = self._running
        if pid is None:
            return {}
        look = time.monotonic() + _TICK
        patience = look + 2.0 if how == GONE else 0.0
        done, status = os.waitpid(pid, os.WNOHANG)
        while not done and time.monotonic() < patience:
            time.sleep(0.002)
            done, status = os.waitpid(pid, os.WNOHANG)
            if not done and time.monotonic() > look:
                self._watch()
                look = time.monotonic() + _TICK
        alive = not done
        if alive or not self._isolation.namespaces:
            self._kill(pid)
        if alive:
            _, status = os.waitpid(pid, 0)
        self._running = None
        answer: dict[str, Any] = {"alive": alive, "spent": self._spent}
        answer["unstarted"] = not self._handed_over
        if os.WIFSIGNALED(status):
            answer["signal"] = os.WTERMSIG(status)
        else:
            answer["code"] = os.WEXITSTATUS(status)
        return answer

    def _watch(self) -> None:
        """Kill the running problem's processes where they hold more than allowed."""
        isolation = self._isolation
        others = {os.getpid(), self._ready[0] if self._ready else 0}
        self._looks += 1
        spent = ""
        if held_bytes(others, isolation.namespaces, isolation.memory) > isolation.memory:
            spent = f"{isolation.memory // 2**20} MiB of memory"
        elif isolation.namespaces and sockets_held() > isolation.sockets:
            spent = f"{isolation.sockets} sockets"
        elif self._looks % _SELDOM == 0 and (
            maps_held(others, isolation.namespaces, isolation.maps) > isolation.maps
        ):
            spent = f"{isolation.maps} memory maps"
        if spent and self._running:
            self._spent = spent
            self._kill(self._running)

    def _kill(self, pid: int) -> None:
        if self._isolation.namespaces:
            os.kill(pid, signal.SIGKILL)  # the first of a namespace takes all others along
        else:
            kill_problem(pid, spared=self._ready[0] if self._ready else 0)

    def _stop_ready(self) -> None:
        if self._ready:
            os.kill(self._ready[0], signal.SIGKILL)


def _answer(judge: socket.socket, answer: dict[str, Any]) -> None:
    data = json.dumps(answer).encode()
    judge.sendall(_LENGTH.pack(len(data)) + data)


def _receive_submission(judge: socket.socket, isolation: isolate.Isolation) -> tuple[Path, bool]:
    """Write the submission's files, which the judge sends as a JSON list of names and sizes.

    Returns:
        The submission's folder, and whether to compile its modules ahead.
    """
    root = isolation.submission
    listing = json.loads(exactly(judge, _LENGTH.unpack(exactly(judge, 4))[0]))
    if not isolation.namespaces:
        root = Path(listing["root"])
    for name, size in listing["files"]:
        path = root / os.fsdecode(bytes.fromhex(name))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(exactly(judge, size))
    for name in listing["folders"]:
        (root / os.fsdecode(bytes.fromhex(name))).mkdir(parents=True, exist_ok=True)
    return root, bool(listing["compiled"])
