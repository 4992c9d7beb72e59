"""The judge's Caller: each adapter call crosses to a problem process, within a deadline.

server.py makes one for each submission.
"""

import os
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest

from cs336_staff.judge.host.checkpoint_loader import CheckpointLoader
from cs336_staff.judge.host.problem_process import ProblemProcess
from cs336_staff.judge.host.supervisor import Supervisor
from cs336_staff.judge.settings import Budgets, end_where_the_machine_failed
from cs336_staff.judge.wire.folders import Mirror
from cs336_staff.judge.wire.frames import (
    BEGIN,
    CALL,
    IMPORTED,
    NONCE_BYTES,
    REPLY,
    WHERE,
    Late,
    Lost,
)
from cs336_staff.judge.wire.primitives import Limits, Reader, WireError, Writer
from cs336_staff.judge.wire.replies import read_reply
from cs336_staff.judge.wire.requests import Begin, Call, write_request
from cs336_staff.judge.wire.storages import Table
from cs336_staff.judge.wire.values import Decoder
from tests.harness.runtime.conditions import Conditions, Observation
from tests.harness.runtime.process_state import seed_generators

_PLACE = 4096  # bytes of a frame that says where the submission is
_UNTRIED = "failed without a try"
_LARGEST = 2**28  # bytes of a file that a submission leaves: tests read them whole


class RemoteObservation(Observation):
    """An observation from a problem process: no exception in it may affect the judge."""

    @property
    def value(self) -> Any:
        """The result; raises the call's error if it had one, as an ordinary exception."""
        if self.error is None:
            return self.result
        if isinstance(self.error, Exception):
            raise self.error
        raise RuntimeError(f"the call raised {type(self.error).__name__}: {self.error}")


class RemoteCaller:
    """Carries adapter calls to problem processes, and their answers back.

    A call that does not come back fails its test with `pytest.fail`, which no comparison in a
    test takes for an exception of the submission. A problem in which a call ran out of time has
    failed, so its later tests are not run.
    """

    def __init__(
        self,
        open_supervisor: Callable[[bool], Supervisor],
        root: Path,
        problems: Mapping[str, str],
        budgets: Budgets,
        mirrored: Collection[str],
        alone: bool = False,
    ) -> None:
        """Carry calls.

        Args:
            open_supervisor: opens a supervisor, for problem processes that run the submission
                (True) or load checkpoints that it left (False).
            root: the folder of the running test.
            problems: the problem of each test, by the test's id.
            budgets: how much a submission may take.
            mirrored: the tests that use their folder, by id, where problem processes see no
                folder of this machine.
            alone: nothing else is judged on this machine meanwhile.
        """
        self._process = ProblemProcess(lambda: open_supervisor(True), alone)
        self._root = Table.folder = root
        self._problems = problems
        self._budgets = budgets
        self._mirrored = mirrored
        self._limits = Limits()
        open_other = partial(open_supervisor, False)
        self._loader = CheckpointLoader(open_other, root, budgets.call, self._limits, alone)
        self._refusal = ""
        self._problem = ""
        self._ended: dict[str, str] = {}
        self._spent: defaultdict[str, float] = defaultdict(float)
        self._started = time.monotonic()

    def begin(self, test_id: str, seed: int) -> None:
        """Start a test, in the process of its problem."""
        seed_generators(seed)
        if self._problem != self._problems[test_id]:
            self._end_problem()
        self._problem = self._problems[test_id]
        self._test_deadline = time.monotonic() + self._budgets.test
        self._imported = False
        self._refusal = self._ended.get(self._problem, "") or self._ended.get("", "")
        if time.monotonic() - self._started > self._budgets.submission:
            self._refusal = f"{_UNTRIED}: the submission's {self._budgets.submission:g} s are over"
        if self._refusal:
            return
        self._mirror: Mirror | None = None
        if test_id in self._mirrored:
            self._mirror = Mirror(self._root, 0, self._limits.files, largest=_LARGEST, links=True)
        self._seed = seed
        if self._process.running and not self._process.channel.idle():
            self._end_problem()  # it ended between two tests, or sent something without a request
        self._send_begin()

    def _send_begin(self) -> None:
        self._fresh = not self._process.running
        if self._fresh:
            self._process.start()
        self._nonce = os.urandom(NONCE_BYTES)
        request = Writer()
        budget = self._budgets.importing
        begin = Begin(self._seed, self._root, self._mirror is not None, False, budget)
        write_request(request, Table(), begin, self._limits)
        self._send(BEGIN, request, time.monotonic() + budget)

    def call(
        self, name: str, args: tuple, kwargs: dict[str, Any], conditions: Conditions
    ) -> Observation:
        """Call the adapter of this name in the problem process."""
        if self._refusal:
            pytest.fail(self._refusal, pytrace=False)
        if not self._imported:
            self._await_import()
        table, payload, request = Table(), Writer(), Writer()
        try:
            left = max(self._deadline(now := time.monotonic()) - now, 0.0)
            call = Call(args, kwargs, name, conditions.stated(), left)
            write_request(request, table, call, self._limits)
            if self._mirror:
                self._mirror.write(payload)  # now that file objects are flushed
                self._mirror.pin(table.buffers)
        except (WireError, OSError, RecursionError) as refused:  # much memory, or deep nests
            end_where_the_machine_failed(refused)
            self._stop(f"the call's arguments cannot be sent: {refused}")
        payload.append(request)
        known, buffers = len(table.objects), len(table.buffers)
        if self._process.channel.pending():
            self._stop("the process sent something that nobody had asked for")
        self._nonce = os.urandom(NONCE_BYTES)
        start = time.monotonic()
        deadline = self._deadline(start)
        self._send(CALL, payload, deadline)
        answer = self._receive(REPLY, deadline, "the call did not return", self._limits.frame)
        seconds = time.monotonic() - start
        self._spend(seconds)
        observation = RemoteObservation()
        try:
            decoder = Decoder(answer, table, self._limits, self._root)
            read_reply(decoder, known, buffers, self._mirror, observation)
        except WireError as error:
            self._stop(f"the answer to the call cannot be taken: {error}")
        except (RuntimeError, TypeError, ValueError, OverflowError, OSError, MemoryError) as error:
            end_where_the_machine_failed(error)
            self._stop(f"the answer to the call cannot be taken: {type(error).__name__}")
        observation.seconds = seconds
        return observation

    def _deadline(self, start: float) -> float:
        left = self._budgets.problem - self._spent[self._problem]
        return min(start + min(self._budgets.call, max(left, 0.0)), self._test_deadline)

    def _await_import(self) -> None:
        start = time.monotonic()
        if not self._fresh and not self._answers(start + self._budgets.importing):
            self._end_problem()  # a test before this one hurt the process
            self._send_begin()
        if self._fresh:
            what = "importing adapters.py did not end"
            deadline = time.monotonic() + self._budgets.importing  # from now: the judge was busy
            self._receive(IMPORTED, deadline, what, _PLACE, everywhere=True)
        self._spend(time.monotonic() - start)
        self._imported = True

    def _answers(self, deadline: float) -> bool:
        """Return whether a process that has served a test is ready for another."""
        try:
            kind, nonce, _ = self._process.channel.receive(0, deadline)
        except (Late, Lost, WireError):
            return False
        return (kind, nonce) == (IMPORTED, self._nonce)

    def _spend(self, seconds: float) -> None:
        self._spent[self._problem] += seconds

    def _send(self, kind: int, payload: Writer, deadline: float) -> None:
        try:
            self._process.channel.send(kind, self._nonce, payload, deadline)
        except Lost:
            pass  # what became of the process is found when its answer is awaited
        except Late:
            self._stop("the process did not take the call's arguments")

    def _receive(
        self, kind: int, deadline: float, what: str, most: int, everywhere: bool = False
    ) -> bytearray:
        start, where = time.monotonic(), ""
        try:
            got, nonce, payload = self._process.channel.receive(most, deadline)
            if (got, nonce) == (WHERE, self._nonce):
                where = Reader(payload, self._limits).printable(_PLACE)
                got, nonce, payload = self._process.channel.receive(most, deadline)
        except Late:
            limit = f"{round(max(deadline - start, 0), 1):g} s"
            if deadline == self._test_deadline:
                limit += f", what was left of the test's {self._budgets.test:g} s,"
            elif self._imported and deadline - start < self._budgets.call - 0.1:
                limit += f", what was left of the problem's {self._budgets.problem:g} s,"
            text = f"{what} within {limit} and was stopped"
            text += f"; it was in {where}" if where else ""
            self._ended["" if everywhere else self._problem] = f"{_UNTRIED}: earlier, {text}"
            self._stop(text)
        except Lost:
            self._stop("", gone=True)
        except WireError as error:
            self._stop(f"the answer to the call cannot be taken: {error}")
        if got != kind or nonce != self._nonce:
            self._stop("the answer to the call cannot be taken: it belongs to no request")
        return payload

    def _stop(self, why: str, gone: bool = False) -> NoReturn:
        """End the problem's process and fail the test; the next test has a fresh one."""
        how = self._process.end_and_ask(gone)
        if gone:
            middle = (
                "in the middle of the call" if self._imported else "while importing adapters.py"
            )
            why = f"{how} {middle}"
        elif "memory" in how:
            why = how
        self._refusal = why
        pytest.fail(why, pytrace=False)

    def end(self) -> None:
        """Leave the process to the next test, if the import that it began has ended."""
        if self._process.running and not self._imported:
            self._end_problem()

    def _end_problem(self) -> None:
        """End the processes of a problem and all that they started."""
        self._loader.end()
        self._process.end()

    def load(self, path: Path) -> Any:
        """Load a checkpoint that the submission left, in a process that has none of its code."""
        return self._loader.load(path.read_bytes())

    def close(self) -> None:
        """End the submission's supervisors."""
        self._loader.close()
        self._process.close()
