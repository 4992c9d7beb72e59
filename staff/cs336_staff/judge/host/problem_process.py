"""A problem process, under a supervisor that is opened when it is needed.

remote_caller.py and checkpoint_loader.py hold one each.
"""

import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from cs336_staff.judge.host.supervisor import KILLED, Supervisor
from cs336_staff.judge.settings import NO_MACHINE, NO_WORKER, JudgeFailed
from cs336_staff.judge.wire.frames import Channel

_TRIES = 2
_ALL_ENDED = "the process and its fork server ended"


class ProblemProcess:
    """A supervisor's running process, one at a time, and the channel to it."""

    def __init__(self, open_supervisor: Callable[[], Supervisor], alone: bool = False) -> None:
        """Start without a process.

        Args:
            open_supervisor: opens the supervisor.
            alone: nothing else is judged on this machine, nor another problem of the submission.
        """
        self._open_supervisor = open_supervisor
        self._alone = alone
        self._oom_kills = oom_kills()
        self._supervisor: Supervisor | None = None
        self._channel: Channel | None = None

    @property
    def running(self) -> bool:
        """Whether a process was started, and neither ended nor given up."""
        return self._channel is not None

    @property
    def channel(self) -> Channel:
        """The channel to the running process."""
        assert self._channel is not None
        return self._channel

    def start(self) -> None:
        """Start a process; where none can be, this fork of the judge ends."""
        self._oom_kills = oom_kills()
        for _ in range(_TRIES):
            try:
                self._supervisor = self._supervisor or self._open_supervisor()
                self._channel = Channel(self._supervisor.start())
                return
            except (OSError, JudgeFailed):
                self.close()
        _give_up(NO_WORKER)

    def end(self) -> None:
        """End the running process, if there is one, and all that came of it."""
        if self._hang_up() and self._supervisor:
            try:
                self._supervisor.end()
            except OSError:
                self.close()

    def end_and_ask(self, gone: bool) -> str:
        """End the process and say in words how it ended.

        One that never began ends this fork, and so does one that may have been killed because this
        machine had no memory left, where another may have taken it.

        Args:
            gone: it hung up, so that it will have ended by itself.
        """
        self._hang_up()
        try:
            how = self._supervisor.end_and_ask(gone) if self._supervisor else ""
        except JudgeFailed:
            _give_up(NO_WORKER)
        except OSError:
            self.close()
            how = _ALL_ENDED
        if how in (KILLED, _ALL_ENDED) and oom_kills() > self._oom_kills:
            if not self._alone:
                _give_up(NO_MACHINE)
            how += " (no memory was left)"
        return how

    def _hang_up(self) -> bool:
        channel, self._channel = self._channel, None
        if channel:
            channel.close()
        return channel is not None

    def close(self) -> None:
        """End the process and the supervisor."""
        self._hang_up()
        supervisor, self._supervisor = self._supervisor, None
        if supervisor:
            supervisor.close()


def oom_kills() -> int:
    """Return how many processes the kernel has killed for lack of memory, where it reports that."""
    with suppress(OSError):
        if found := re.search(r"^oom_kill (\d+)$", Path("/proc/vmstat").read_text(), re.MULTILINE):
            return int(found[1])
    return 0


def _give_up(code: int) -> NoReturn:
    """End this fork of the judge: the submission is not at fault, and is judged again."""
    os._exit(code)
