"""The supervisor: one submission's files, a fork for each problem, a watch on memory.

The fork server forks it and calls `run`; host/supervisor.py is the judge's end. It never imports
the submission. It has the next problem process ready before the judge asks for it.
"""

import gc
import os
import select
import signal
import socket
import time
from contextlib import suppress
from io import BufferedReader
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from cs336_staff.judge.sandboxed.isolation import Isolation, close_all_but
from cs336_staff.judge.sandboxed.precompile import receive_compiled, send_compiled
from cs336_staff.judge.wire.control import START, control_pair, receive_control, send_control
from cs336_staff.judge.wire.primitives import Limits, Reader
from cs336_staff.judge.wire.submissions import read_submission

_TICK = 0.05
_SELDOM = 8  # ticks between two looks at what takes long to count


class Supervisor:
    """Serves one submission's problems, one after another."""

    def __init__(self, judge: socket.socket, isolation: Isolation) -> None:
        self._judge = judge
        self._isolation = isolation
        self._ready: tuple[int, socket.socket] | None = None
        self._running: int | None = None
        self._exceeded = ""
        self._handed_over = False
        self._looks = 0

    def run(self, request: dict[str, Any], files: BufferedReader) -> None:
        """Take the submission's files and serve problems until the judge hangs up."""
        signal.signal(signal.SIGTERM, self._hang_up)
        self._isolation.enter_supervisor()
        try:
            self._serve(request, files)
        finally:
            self._end(gone=False)
            self._drop_ready()
            self._isolation.leave_supervisor()

    def _hang_up(self, number: int, frame: FrameType | None) -> None:
        """End as where the judge hangs up: an exception here might interrupt the cleaning up."""
        with suppress(OSError):
            self._judge.shutdown(socket.SHUT_RDWR)

    def _serve(self, request: dict[str, Any], files: BufferedReader) -> None:
        self._submission = Path(request["root"])
        with files:
            if self._isolation.home is not None:
                self._submission = self._isolation.submission
                files.seek(0)
                read_submission(Reader(files.read(), Limits()), self._submission)
                if request["compiled"]:
                    self._precompile()
                self._isolation.seal_submission()
        send_control(self._judge, {"ready": True})
        self._prepare()
        poll = select.poll()
        poll.register(self._judge, select.POLLIN)
        while True:
            if not poll.poll(_TICK * 1000 if self._running else None):
                self._watch()
                continue
            message, descriptors = receive_control(self._judge, 1)
            if not message:
                return
            if message["command"] == START:
                self._start(socket.socket(fileno=descriptors[0]))
                self._prepare()
            else:
                send_control(self._judge, self._end(message["gone"]))

    def _precompile(self) -> None:
        """Have a confined process compile the submission's modules, and keep what it made."""
        ours, theirs = socket.socketpair()
        pid = self._isolation.fork()
        if not pid:
            try:
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                close_all_but(theirs.fileno())
                self._isolation.enter_problem()
                send_compiled(theirs, self._submission)
            finally:
                os._exit(0)
        theirs.close()
        with ours, suppress(OSError, ValueError):  # a file of the submission's is named __pycache__
            for path, data in receive_compiled(ours, self._submission):
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(data)
        self._isolation.kill(pid, spared=0, ended=False)
        os.waitpid(pid, 0)

    def _prepare(self) -> None:
        """Fork the next problem process, up to the point where it would import the submission."""
        if self._ready is None and self._isolation.ahead:
            self._ready = self._fork_ready()

    def _fork_ready(self) -> tuple[int, socket.socket]:
        ours, theirs = control_pair()
        pid = self._isolation.fork()
        if not pid:
            self._become_problem(theirs)
        theirs.close()
        return pid, ours

    def _drop_ready(self) -> None:
        ready, self._ready = self._ready, None
        if ready:
            self._isolation.kill(ready[0], spared=0, ended=False)
            os.waitpid(ready[0], 0)

    def _become_problem(self, leash: socket.socket) -> NoReturn:
        """Wait for a connection to the judge, then serve there; the leash is closed by then."""
        try:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            close_all_but(leash.fileno())
            self._isolation.enter_problem()
            _, descriptors = receive_control(leash, 1)
            if descriptors:
                leash.close()
                from cs336_staff.judge.sandboxed.serve import serve

                gc.enable()
                home = self._isolation.home
                serve(socket.socket(fileno=descriptors[0]), self._submission, home)
        except BaseException as error:
            if not isinstance(error, SystemExit):
                os._exit(70)
        finally:
            os._exit(0)

    def _start(self, judge: socket.socket) -> None:
        pid, leash = self._ready or self._fork_ready()
        self._ready = None
        self._running, self._exceeded, self._handed_over = pid, "", False
        with suppress(OSError), leash, judge:
            send_control(leash, {"command": START}, judge.fileno())
            self._handed_over = True

    def _end(self, gone: bool) -> dict[str, Any]:
        """End the running problem's processes, all of them, and say how its first one ended.

        Args:
            gone: it hung up, so it is given time to end by itself.
        """
        pid = self._running
        if pid is None:
            return {"running": False}
        look = time.monotonic() + _TICK
        patience = look + 2.0 if gone else 0.0
        done, status = os.waitpid(pid, os.WNOHANG)
        while not done and time.monotonic() < patience:
            time.sleep(0.002)
            done, status = os.waitpid(pid, os.WNOHANG)
            if not done and time.monotonic() > look:
                self._watch()
                look = time.monotonic() + _TICK
        alive = not done
        self._isolation.kill(pid, self._spared, ended=not alive)
        if alive:
            _, status = os.waitpid(pid, 0)
        self._running = None
        return {
            "running": True,
            "handed_over": self._handed_over,
            "exceeded": self._exceeded,
            "alive": alive,
            "status": status,
        }

    @property
    def _spared(self) -> int:
        return self._ready[0] if self._ready else 0

    def _watch(self) -> None:
        """Kill the running problem's processes where they exceed a limit."""
        self._looks += 1
        if self._running is None or self._exceeded:
            return
        thorough = self._looks % _SELDOM == 0
        if exceeded := self._isolation.exceeded(self._running, self._spared, thorough):
            self._exceeded = exceeded
            self._isolation.kill(self._running, self._spared, ended=False)
