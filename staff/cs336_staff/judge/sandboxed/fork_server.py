"""The fork server in the sandbox: torch loaded once, a fork for each submission and each problem.

    fork server    has loaded torch and all that first calls load; knows no submission
      └ line       one submission's files, in namespaces of its own; never imports them
          └ child  one problem: imports the submission, serves its tests' calls

The judge speaks to the fork server and to lines over sockets that no child has. A line has the
next child ready before it is asked for, and watches the memory of the running one.
"""

import contextlib
import gc
import os
import select
import socket
from typing import Any

from cs336_staff.judge.sandboxed import namespaces as isolate
from cs336_staff.judge.sandboxed.forks import collapse_memory, fill_gaps
from cs336_staff.judge.sandboxed.processes import (
    kill_line,
)
from cs336_staff.judge.sandboxed.supervisor import LineServer, _answer
from cs336_staff.judge.sandboxed.warm_up import try_cuda, warm_up

OPEN_LINE, KILL_LINE = b"L", b"K"


def main(descriptor: int, options: dict[str, Any]) -> None:
    """Run the fork server until the judge closes its end."""
    gc.disable()  # and freeze before the first fork: a child then shares what it does not change
    control = socket.socket(fileno=descriptor)
    isolation = isolate.Isolation(**options)
    isolation.enter_sandbox()
    warm_up(train=not isolation.gpus)
    if isolation.gpus:
        try_cuda(isolation)
    gc.freeze()
    fill_gaps()
    collapse_memory()
    control.send(b"ready")
    lines: dict[bytes, int] = {}
    poll = select.poll()
    poll.register(control, select.POLLIN)
    while True:
        if not poll.poll(200 if _reap(lines) else None):
            continue
        message, descriptors, _, _ = socket.recv_fds(control, 64, 1)
        if not message:
            os._exit(0)
        name = message[1:]
        if message[:1] == OPEN_LINE and descriptors:
            judge = socket.socket(fileno=descriptors[0])
            try:
                lines[name] = _open_line(control, judge, isolation)
            except OSError as error:  # there may be too many processes; this one must live on
                _refuse(judge, error)
        elif message[:1] == KILL_LINE and name in lines:
            with contextlib.suppress(ProcessLookupError):
                kill_line(lines[name])


def _reap(lines: dict[bytes, int]) -> bool:
    """Take note of ended lines and of what they left; return whether any child is there still."""
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if not pid:
            return True
        for name in [name for name, line in lines.items() if line == pid]:
            del lines[name]


def _open_line(control: socket.socket, judge: socket.socket, isolation: isolate.Isolation) -> int:
    pid = os.fork()
    if pid:
        judge.close()
        return pid
    try:
        control.close()
        LineServer(judge, isolation).run()
    except BaseException as error:
        _refuse(judge, error)
    finally:
        os._exit(0)


def _refuse(judge: socket.socket, error: BaseException) -> None:
    """Tell the judge why there is no line."""
    with contextlib.suppress(OSError), judge:
        _answer(judge, {"error": f"{type(error).__name__}: {error}"[:2000]})
