"""The judge's end of a supervisor, which starts and ends one submission's problem processes.

problem_process.py opens it; sandboxed/supervisor.py is the other end.
"""

import os
import signal
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

from cs336_staff.judge.settings import JudgeFailed
from cs336_staff.judge.wire.control import (
    END,
    KILL,
    OPEN,
    START,
    control_pair,
    receive_control,
    send_control,
)
from cs336_staff.judge.wire.primitives import Refused, Writer
from cs336_staff.judge.wire.submissions import write_submission

_PATIENCE = 30.0
KILLED = "the process was killed by signal SIGKILL"


class Supervisor:
    """Starts and ends the problem processes of one submission, one at a time."""

    def __init__(
        self, control: socket.socket, submission: Path, sandboxed: bool, compiled: bool = False
    ) -> None:
        """Have the fork server fork a supervisor, and give it the submission's files.

        Args:
            control: the connection to the fork server.
            submission: the submission's folder.
            sandboxed: the supervisor sees no folder of this machine.
            compiled: have the modules compiled once, for all problems.

        Raises:
            JudgeFailed: there are too many processes, say, or descriptors under way.
        """
        self._control = control
        self._name = os.urandom(8).hex()
        self._unread_answers = 0
        self._socket, theirs = control_pair()
        self._socket.settimeout(_PATIENCE)
        request = {
            "command": OPEN,
            "name": self._name,
            "root": str(submission),
            "compiled": compiled,
        }
        try:
            with theirs, open(os.memfd_create("submission"), "wb") as files:
                if sandboxed:
                    out = Writer()
                    write_submission(out, submission)
                    files.writelines(out.parts)
                    files.flush()
                send_control(control, request, theirs.fileno(), files.fileno())
            answer = self._answer()
        except (OSError, Refused) as error:
            self.close()
            raise JudgeFailed(f"no worker could be started: {error}") from error
        if "error" in answer:
            self.close()
            raise JudgeFailed(f"no worker could be started: {answer['error']}")

    def start(self) -> socket.socket:
        """Start a problem process; return the connection to it."""
        self._read_answers()
        ours, theirs = socket.socketpair()
        with theirs:
            send_control(self._socket, {"command": START}, theirs.fileno())
        return ours

    def end(self) -> None:
        """End the running process, without waiting for how it ended."""
        send_control(self._socket, {"command": END, "gone": False})
        self._unread_answers += 1

    def end_and_ask(self, gone: bool) -> str:
        """End the running process and say in words how it ended.

        Raises:
            JudgeFailed: it never began: it had died before, or the system did not pass its
                connection on, since a user may have only so many descriptors under way.
            ConnectionError: the supervisor itself has ended.
        """
        self._read_answers()
        send_control(self._socket, {"command": END, "gone": gone})
        answer = self._answer()
        if "error" in answer:
            raise ConnectionError(answer["error"])
        if not answer["running"]:
            return "no process was running"
        if not answer["handed_over"]:
            raise JudgeFailed("a problem process did not get its connection")
        if answer["exceeded"]:
            return f"the process used over {answer['exceeded']} and was stopped"
        if answer["alive"]:
            return "the process closed its connection to the judge"
        code = os.waitstatus_to_exitcode(answer["status"])
        return f"the process exited with code {code}" if code >= 0 else _killed_by(-code)

    def _read_answers(self) -> None:
        while self._unread_answers:
            self._answer()
            self._unread_answers -= 1

    def _answer(self) -> dict[str, Any]:
        answer, _ = receive_control(self._socket)
        if not answer:
            raise ConnectionError("the worker's fork server is gone")
        return answer

    def close(self) -> None:
        """End the supervisor and every process of the submission."""
        self._socket.close()
        with suppress(OSError):
            send_control(self._control, {"command": KILL, "name": self._name})


def _killed_by(number: int) -> str:
    if number == signal.SIGKILL:
        return KILLED
    if number == signal.SIGSYS:
        name = "a signal of its own, or a system call that is not allowed (SIGSYS)"
    else:
        names = {one.value: one.name for one in signal.Signals}
        name = f"signal {names.get(number, number)}"
    return f"the process was killed by {name}"
