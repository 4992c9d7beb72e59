"""Judge submissions: the suite runs here, their code in sandboxed processes.

    with Judge(JudgeSettings(seed=secrets.randbits(48))) as judge:
        verdict = judge.grade(Path("submission"))

`grade` may be called from several threads at a time; each call has processes of its own.

host/ is the judge's side: a warm judge (server.py) that forks for each submission, once or several
times, and carries adapter calls to problem processes. sandboxed/ is what runs where a submission
runs, wire/ what crosses between the two; wire/FORMAT.md says every byte.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Collection
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from cs336_staff.files.scratch import scratch_folder
from cs336_staff.judge.settings import (
    MEANINGS,
    NO_MACHINE,
    Budgets,
    JudgeFailed,
    JudgeSettings,
    Reply,
    Request,
    SandboxUnavailable,
)
from cs336_staff.judge.wire.control import control_pair, receive_control, send_control
from cs336_staff.paths import ROOT
from cs336_staff.results.typed_json import BadData, decode, encode, from_data, to_data
from cs336_staff.results.verdict import COMPLETED, Part, Shortcut, Verdict, nothing_earned

__all__ = [
    "Budgets",
    "Judge",
    "JudgeFailed",
    "JudgeSettings",
    "SandboxUnavailable",
    "Shortcut",
    "Verdict",
]

_START_SECONDS = 300.0
_NO_SCORES = 1 << 8  # as the status of a process that exits with 1
_NOT_INHERITED = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTHONOPTIMIZE", "PYTHONWARNINGS")


class Judge:
    """A warm judge. It holds torch, the collected suite and a fork server ready."""

    def __init__(self, settings: JudgeSettings, gpus: str | None = None) -> None:
        """Prepare a judge.

        Args:
            settings: what it is made with.
            gpus: the devices that it may use, as CUDA_VISIBLE_DEVICES names them; by default those
                of this process.
        """
        self.settings = settings
        self._environment = _environment(gpus)
        self._replies: dict[int, Reply] = {}
        self._changed = threading.Condition()
        self._next = 0
        self._active = 0
        self._problems: dict[str, str] = {}
        self._over = ""
        self._listener: threading.Thread | None = None

    def __enter__(self) -> "Judge":
        self._hidden = ExitStack()
        # The seed crosses with each request: who sees processes sees their arguments.
        public = replace(self.settings, seed=0, private=[])
        self._log = tempfile.TemporaryFile()
        self._socket, theirs = control_pair()
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "cs336_staff.judge.host.server"),
                *(str(theirs.fileno()), encode(public)),
            ],
            cwd="/",
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
        theirs.close()
        self._socket.settimeout(_START_SECONDS)
        try:
            self._wait_until_ready()
        except BaseException:
            self.__exit__()
            raise
        self._socket.settimeout(None)
        return self

    def _wait_until_ready(self) -> None:
        from cs336_staff.judge.host.protection import hide_from_others, protection_of

        try:
            message, _ = receive_control(self._socket)
        except TimeoutError:
            message = {}
        reply = from_data(message, Reply) if message else Reply(failed="its process ended")
        if reply.unavailable:
            raise SandboxUnavailable(reply.unavailable)
        if reply.ready is None:
            why = f"the judge did not start: {reply.failed}\n{self._last_words()}"
            raise JudgeFailed(why.rstrip())
        self._problems = reply.ready
        self._protection = protection_of(reply.protection)
        self._hidden.enter_context(hide_from_others(self._protection, self.settings))

    def _last_words(self) -> str:
        self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, self._log.tell() - 4000))
        return self._log.read().decode("utf-8", "replace").strip()

    def __exit__(self, *_: object) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._listener:
            self._listener.join()
        self._socket.close()
        self._log.close()
        self._hidden.close()

    def _listen(self) -> None:
        over = "the judge's process ended"
        try:
            while message := receive_control(self._socket)[0]:
                reply = from_data(message, Reply)
                with self._changed:
                    self._replies[reply.id] = reply
                    self._changed.notify_all()
        except OSError:
            pass
        except ValueError as error:
            over = f"the judge's process sent what cannot be read: {error}"
        with self._changed:
            self._over = over
            self._changed.notify_all()

    def grade(
        self,
        submission: Path,
        *,
        problems: Collection[str] = (),
        shortcut: Shortcut | None = None,
        waiting: int = 0,
    ) -> Verdict:
        """Judge a submission: a folder with adapters.py and cs336_basics/.

        Args:
            submission: the folder; nothing in it runs in this process, or is changed.
            problems: ids of the problems to run; all where empty.
            shortcut: leave out tests of a problem that has failed.
            waiting: how many submissions are to come after those that are being graded.
        """
        from cs336_staff.judge.host.work_queue import in_turn, join

        start = time.monotonic()
        wanted = {i: p for i, p in self._problems.items() if not problems or p in problems}
        with scratch_folder("/tmp") as folder:
            request = Request(
                id=0,
                submission=str(submission.resolve()),
                seed=self.settings.seed,
                problems=in_turn(wanted, first=shortcut.problem if shortcut else ""),
                scratch="",
                scores="",
                shortcut=shortcut,
                alone=False,
            )
            statuses, found = self._judge_in_parts(folder / "first", request, waiting)
            if _failed_machine(statuses) and not self._active and not waiting:
                statuses, found = self._judge_one_by_one(folder, replace(request, alone=True))
        tests = [test for part in found for test in part.tests]
        judged = {test.id for test in tests}
        worst = max(statuses, default=0) or (0 if judged >= wanted.keys() else _NO_SCORES)
        reason = "" if not worst else f"the judge gave no verdict: {_ended(worst)}"
        nothing = nothing_earned(reason, self.settings.require_cuda)
        return Verdict(
            scores=join(wanted, tests, reason) if found else nothing,
            measured=[row for part in found for row in part.measured],
            ended=_ended(worst),
            reason=reason,
            seconds=time.monotonic() - start,
            protection=self._protection.description,
            seed=self.settings.seed,
        )

    def _judge_one_by_one(self, folder: Path, request: Request) -> tuple[list[int], list[Part]]:
        """Have a process of its own judge each problem, one at a time: it takes the least memory.

        If the problems together filled the memory, this shows which one does.
        """
        statuses, found = [], []
        for problem in request.problems:
            only = replace(request, problems=[problem])
            more, parts = self._judge_in_parts(folder / f"again {problem}", only, 0, 1)
            statuses += more
            found += parts
        return statuses, found

    def _judge_in_parts(
        self,
        folder: Path,
        request: Request,
        waiting: int,
        number: int = 0,
    ) -> tuple[list[int], list[Part]]:
        """Have processes judge the problems side by side; return how each ended, and its scores."""
        from cs336_staff.judge.host.work_queue import parts, queue

        with self._changed:
            self._active += 1
            number = number or self.settings.parts or parts(self._active, waiting)
        folder.mkdir()
        numbers, files = [], []
        shared = queue(len(request.problems))
        try:
            for part in range(min(number, len(request.problems))):
                scratch, scores = folder / f"t{part}", folder / f"scores{part}.json"
                scratch.mkdir()
                files.append(scores)
                own = replace(request, scratch=str(scratch), scores=str(scores))
                numbers.append(self._ask(own, shared))
            statuses = list(map(self._answer, numbers))
        finally:
            os.close(shared)
            with self._changed:
                self._active -= 1
        # What failed on a full disk has left half of its scores.
        whole = [f for f, status in zip(files, statuses, strict=True) if not status and f.exists()]
        try:
            return statuses, [decode(file.read_bytes(), Part) for file in whole]
        except BadData as error:
            raise JudgeFailed(
                f"the judge's process wrote scores of another form: {error}"
            ) from error

    def _ask(self, request: Request, shared: int) -> int:
        with self._changed:
            self._next += 1
            if self._listener is None:  # not before: until then, its process may fork
                self._listener = threading.Thread(target=self._listen, daemon=True)
                self._listener.start()
            try:
                send_control(self._socket, to_data(replace(request, id=self._next)), shared)
            except OSError as error:  # it ended while it had nothing to do
                raise JudgeFailed(f"the judge's process is gone: {self._last_words()}") from error
            return self._next

    def _answer(self, number: int) -> int:
        with self._changed:
            self._changed.wait_for(lambda: number in self._replies or self._over)
            if number not in self._replies:
                raise JudgeFailed(f"{self._over}:\n{self._last_words()}")
            return self._replies.pop(number).status


def _environment(gpus: str | None) -> dict[str, str]:
    """Return the environment without what would change the verdicts."""
    kept = {name: value for name, value in os.environ.items() if name not in _NOT_INHERITED}
    kept["PYTHONPATH"] = os.pathsep.join([str(ROOT / "staff"), str(ROOT)])
    return kept if gpus is None else {**kept, "CUDA_VISIBLE_DEVICES": gpus}


def _failed_machine(statuses: list[int]) -> bool:
    """Return whether the machine failed, or killed a judge: none but the kernel does so."""
    return bool({NO_MACHINE, -signal.SIGKILL} & set(map(os.waitstatus_to_exitcode, statuses)))


def _ended(status: int) -> str:
    if os.WIFSIGNALED(status):
        return f"killed by {signal.Signals(os.WTERMSIG(status)).name}"
    code = os.waitstatus_to_exitcode(status)
    if not code:
        return COMPLETED
    return f"exit code {code}: {MEANINGS[code]}" if code in MEANINGS else f"exit code {code}"
