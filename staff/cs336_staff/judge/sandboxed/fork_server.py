"""The fork server in the sandbox: torch loaded once, a fork for each submission and each problem.

    fork server           has loaded torch and all that first calls load; knows no submission
      └ supervisor        one submission's files, in namespaces of its own; never imports them
          └ problem       imports the submission, serves the calls of one problem's tests

host/protection.py starts it and runs `main`. The judge speaks to the fork server and to supervisors
over sockets that no problem process has.
"""

import gc
import os
import select
import socket
import sys
from contextlib import suppress
from io import BufferedReader
from typing import Any, NoReturn

from cs336_staff.judge.sandboxed.isolation import Isolation
from cs336_staff.judge.sandboxed.landlock import Landlock
from cs336_staff.judge.sandboxed.namespaces import Namespaces
from cs336_staff.judge.sandboxed.supervisor import Supervisor
from cs336_staff.judge.sandboxed.users import Users
from cs336_staff.judge.sandboxed.warm_up import try_cuda, warm_up
from cs336_staff.judge.wire.control import KILL, OPEN, receive_control, send_control

LEVELS = {"namespaces": Namespaces, "users": Users, "landlock": Landlock, "none": Isolation}


def _try_protections(isolation: Isolation) -> None:
    """Try all protections, down to a problem's process; end with an error if one fails.

    Whether that process can still read Python's files is tried, too.
    """
    folders = list(filter(os.path.isdir, sys.path))
    supervisor = os.fork()
    if supervisor:
        if os.waitpid(supervisor, 0)[1]:
            sys.exit(1)
        return
    failed = True
    try:
        isolation.enter_supervisor()
        problem = isolation.fork()
        if not problem:
            _become_idle_problem(isolation, folders)
        failed = bool(os.waitpid(problem, 0)[1])
        isolation.kill(problem, spared=0, ended=True)
    except BaseException as error:
        _print(error)
    finally:
        isolation.leave_supervisor()
        os._exit(failed)


def _become_idle_problem(isolation: Isolation, folders: list[str]) -> NoReturn:
    try:
        isolation.enter_problem()
        for folder in folders:
            os.listdir(folder)
        os._exit(0)
    except BaseException as error:
        _print(error)
        os._exit(1)


def _print(error: BaseException) -> None:
    text = f"{type(error).__name__}: {error}"
    if isinstance(error, PermissionError) and error.filename:
        text += "; install Python and its packages where every user may read them"
    print(text, file=sys.stderr, flush=True)


def main(descriptor: int, level: str, options: dict[str, Any]) -> None:
    """Run the fork server until the judge closes its end."""
    gc.disable()  # and freeze before the first fork: a child then shares what it does not change
    control = socket.socket(fileno=descriptor)
    isolation = LEVELS[level](**options)
    isolation.enter_sandbox()
    _try_protections(isolation)
    send_control(control, {"tried": True})
    try:
        warm_up(train=not isolation.gpus)
    except (ImportError, OSError) as error:  # torch cannot be loaded here
        _print(error)
        sys.exit(1)
    if isolation.gpus:
        try_cuda(isolation)
    gc.freeze()
    send_control(control, {"ready": True})
    supervisors: dict[str, int] = {}
    poll = select.poll()
    poll.register(control, select.POLLIN)
    while True:
        if not poll.poll(200 if _reap(supervisors) else None):
            continue
        message, descriptors = receive_control(control, 2)
        if not message:
            isolation.leave_sandbox(list(supervisors.values()))
            os._exit(0)
        name = message["name"]
        if message["command"] == OPEN and len(descriptors) < 2:  # the judge sees them closed
            for descriptor in descriptors:
                os.close(descriptor)
        elif message["command"] == OPEN:
            judge, files = socket.socket(fileno=descriptors[0]), os.fdopen(descriptors[1], "rb")
            with judge, files:
                try:
                    supervisors[name] = _open(control, message, judge, files, isolation)
                except OSError as error:  # there may be too many processes; this one must live on
                    _refuse(judge, error)
        elif message["command"] == KILL and name in supervisors:
            isolation.end_supervisor(supervisors[name])


def _reap(supervisors: dict[str, int]) -> bool:
    """Forget supervisors that ended; return whether any child is left."""
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if not pid:
            return True
        for name in [name for name, supervisor in supervisors.items() if supervisor == pid]:
            del supervisors[name]


def _open(
    control: socket.socket,
    request: dict[str, Any],
    judge: socket.socket,
    files: BufferedReader,
    isolation: Isolation,
) -> int:
    pid = os.fork()
    if pid:
        return pid
    try:
        control.close()
        Supervisor(judge, isolation).run(request, files)
    except Exception as error:
        _refuse(judge, error)
    finally:
        os._exit(0)


def _refuse(judge: socket.socket, error: BaseException) -> None:
    """Say to the judge why there is no supervisor."""
    with suppress(OSError):
        send_control(judge, {"error": f"{type(error).__name__}: {error}"[:2000]})
