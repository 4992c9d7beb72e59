"""Carry out one call under stated conditions, and say what was observed.

The same function runs in the student's own pytest process and in the grader's worker, so a test
sees the same thing in both. Conditions and observations are plain data for that reason.
"""

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, chdir, contextmanager, suppress
from dataclasses import dataclass
from time import perf_counter  # bound now: a submission may patch the module
from types import FrameType
from typing import Any, NoReturn

import torch

from tests.harness.runtime.describe import describe_error
from tests.harness.runtime.faults import (
    file_size_limit,
    kill_at_file_event,
    temporary_files_elsewhere,
)
from tests.harness.runtime.own_modules import load_modules
from tests.harness.runtime.places import place_of, submitted
from tests.harness.runtime.process_state import (
    PythonMemory,
    generator_digests,
    put_back,
    seed_generators,
    switch_off,
    switches,
)
from tests.harness.runtime.torch_calls import TorchCalls
from tests.harness.runtime.trace import MATMULS, OperatorMode, Trace, Tracer

_TOLD = 4000  # bytes of what a child says that it raised


@dataclass(frozen=True)
class Conditions:
    """What is arranged around a call.

    Attributes:
        seed: seed Python, NumPy and torch with it first.
        trace: record operators, FLOPs and bytes.
        calls: record torch's functions that are called, and by whose code.
        steps: count the lines that the submission's own code runs.
        python_memory: record the peak of what Python and NumPy allocate, and what the call reads
            of mapped files.
        temporary_elsewhere: the default folder of temporary files is as if on another device:
            no file can be renamed out of it.
        working_folder: the process's working folder during the call.
        file_size_limit: no file may grow past this many bytes (a full disk).
        killed: passing the file-size limit, or reaching `kill_at`, kills the process.
        kill_at: the number of the file event (open to write, rename, remove, …) that kills.
        delays: seconds by which the matmul of this number, counted from 0, is held up.
        busy: seconds of work that a CUDA device is given just before the call (with `trace`).
        again: call once more afterwards; the result is the first call's, as the second left it.
        spoiled: write zeros over the tensor that the call returned, or an entry of our own in the
            place of all of a dict's, before and after one call more; the result is the second
            call's.
    """

    seed: int | None = None
    trace: bool = False
    calls: bool = False
    steps: bool = False
    python_memory: bool = False
    temporary_elsewhere: bool = False
    working_folder: str | None = None
    file_size_limit: int | None = None
    killed: bool = False
    kill_at: int | None = None
    delays: dict[int, float] | None = None
    busy: float = 0.0
    again: bool = False
    spoiled: bool = False


UNCONDITIONAL = Conditions()


@dataclass
class Observation:
    """What a call gave: a value or an error, and what was seen meanwhile.

    Attributes:
        result: what the call returned.
        error: what it raised; or an error that names the setting of the process it left changed.
        trace: the record, where conditions asked for one.
        calls: torch's functions, each a TorchCall as a text, where conditions asked for them.
        where: the line of the submission that raised, for the student.
        generators: digests of the states of the generators "python", "numpy" and "torch", before
            and after the call, where conditions gave a seed.
        steps: the lines that `steps` asked for; each turn of a loop counts.
        python_peak_bytes: the peak that `python_memory` asked for.
        mapped_bytes: what it asked for of mapped files, where the system says it.
        killed: the process did not survive the call.
        seconds: the call's wall time by the caller's clock.
    """

    result: Any = None
    error: BaseException | None = None
    where: str = ""
    trace: Trace | None = None
    calls: list[str] | None = None
    generators: dict[str, tuple[str, str]] | None = None
    steps: int | None = None
    python_peak_bytes: int | None = None
    mapped_bytes: int | None = None
    killed: bool = False
    seconds: float = 0.0

    @property
    def value(self) -> Any:
        """The result; raises the call's error if it had one.

        What would end or skip the test (SystemExit, pytest.skip) becomes a RuntimeError: only the
        harness decides whether a test runs.
        """
        error = self.error
        if error is None:
            return self.result
        import pytest  # not at the top: a worker has no use for it

        decides = (pytest.skip.Exception, pytest.xfail.Exception, pytest.exit.Exception)
        raised = (Exception, KeyboardInterrupt, pytest.fail.Exception)
        if isinstance(error, raised) and not isinstance(error, decides):
            raise error
        raise RuntimeError(f"the call raised {describe_error(error)}")


def carry_out(
    call: Callable[[], Any],
    conditions: Conditions,
    arguments: Any = (),
    adapter: Any = None,
) -> Observation:
    """Run `call` under `conditions`; whatever it raises becomes a part of the observation.

    Args:
        call: the call.
        conditions: what is arranged around it.
        arguments: what it is called with, so that a trace knows what was there before.
        adapter: what it calls, whose modules are imported before.
    """
    try:
        load_modules(adapter)
    except BaseException as error:
        return Observation(error=error, where=place_of(error))
    if conditions.killed:
        return _carry_out_in_child(call, conditions)
    return _carry_out_here(call, conditions, arguments)


def _carry_out_here(
    call: Callable[[], Any], conditions: Conditions, arguments: Any = ()
) -> Observation:
    if conditions.seed is not None:
        seed_generators(conditions.seed)
    tracer = Tracer(arguments, conditions.busy) if conditions.trace else None
    calls = TorchCalls() if conditions.calls else None
    memory = PythonMemory() if conditions.python_memory else None
    observation, stood = Observation(), switches()
    before = {} if conditions.seed is None else generator_digests()
    start = perf_counter()
    try:
        with ExitStack() as stack:
            if conditions.temporary_elsewhere:
                stack.enter_context(temporary_files_elsewhere())
            if conditions.working_folder is not None:
                stack.enter_context(chdir(conditions.working_folder))
            if memory:
                stack.enter_context(memory)
            if conditions.file_size_limit is not None:
                stack.enter_context(file_size_limit(conditions.file_size_limit, conditions.killed))
            if conditions.delays:
                stack.enter_context(DelayedMatmuls(conditions.delays))
            if tracer:
                stack.enter_context(tracer)
            if calls:
                stack.enter_context(calls)
            if conditions.steps:
                stack.enter_context(_counted_steps(observation))
            observation.result = call()
            if conditions.again:
                gc.collect()  # else what lies in cycles would seem to be kept
                call()
            if conditions.spoiled:
                first = observation.result
                _spoil(first)
                observation.result = call()
                _spoil(first)
            if not tracer:
                _finish_device_work()
    except BaseException as error:
        observation.error = error
        observation.where = place_of(error)
    observation.seconds = perf_counter() - start
    if (left_on := put_back(stood)) and observation.error is None:
        observation.error, observation.where = RuntimeError(left_on), "the harness, after the call"
    after = generator_digests() if before else {}
    observation.generators = {name: (before[name], after[name]) for name in before} or None
    observation.trace = tracer.trace if tracer else None
    observation.calls = list(calls.seen) if calls else None
    if memory:
        observation.python_peak_bytes = memory.peak_bytes
        observation.mapped_bytes = memory.mapped_bytes
    return observation


def _spoil(result: Any) -> None:
    """Do to a result what its owner may do: nothing of that may come back from a later call."""
    if isinstance(result, dict):
        result.clear()
        result["spoiled"] = 0
        return
    with torch.inference_mode():  # allowed to write to what was made in it, too
        result.zero_()


def _finish_device_work() -> None:
    """Wait for the current stream, so that the clock does not stop before the work is done.

    Not for other streams: what a call left unfinished there, the caller reads unfinished.
    """
    if torch.cuda.is_initialized():
        torch.cuda.current_stream().synchronize()


def _carry_out_in_child(call: Callable[[], Any], conditions: Conditions) -> Observation:
    """Run the call in a forked child, since it may be killed; only what it raises is told."""
    sys.stdout.flush()
    sys.stderr.flush()
    told, tell = os.pipe()
    os.set_blocking(told, False)
    try:
        child = os.fork()
        if child == 0:
            _carry_out_and_exit(call, conditions, tell)
        try:
            _, status = os.waitpid(child, 0)
        except BaseException:  # the test's time is over
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise
        if os.WIFSIGNALED(status):
            return Observation(killed=True)
        if code := os.WEXITSTATUS(status):
            raised = f"the process exited with code {code}"
            with suppress(BlockingIOError):  # nothing was told
                raised = os.read(told, _TOLD).decode(errors="replace")
            return Observation(error=RuntimeError(raised))
        return Observation()
    finally:
        os.close(told)
        os.close(tell)


def _carry_out_and_exit(call: Callable[[], Any], conditions: Conditions, tell: int) -> NoReturn:
    failed = True
    try:
        torch.set_num_threads(1)
        if conditions.kill_at is not None:
            kill_at_file_event(conditions.kill_at)
        error = _carry_out_here(call, conditions).error
        if error is not None:
            os.write(tell, describe_error(error).encode(errors="replace")[:_TOLD])
        failed = error is not None
    finally:
        os._exit(int(failed))


def start_afresh(seed: int) -> None:
    """Start a test: switch off what an import or earlier calls may have left on, and seed."""
    switch_off()
    seed_generators(seed)


@contextmanager
def _counted_steps(observation: Observation) -> Iterator[None]:
    """Count calls and lines in the submission's files, comprehensions and lambdas included."""
    steps = 0

    def count(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal steps
        if not submitted(frame.f_code.co_filename):
            return None
        steps += event in ("call", "line")
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)
        observation.steps = steps


class DelayedMatmuls(OperatorMode):
    """Hold up chosen matmuls, so that warm-up and median can be told from other choices.

    Args:
        delays: seconds, by the number of the matmul, counted from 0.
    """

    def __init__(self, delays: dict[int, float]) -> None:
        super().__init__()
        self._delays = delays
        self._seen = 0

    def run(self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run an operator, a chosen matmul later."""
        if str(func._overloadpacket) in MATMULS:
            end = time.perf_counter() + self._delays.get(self._seen, 0.0)
            self._seen += 1
            while (left := end - time.perf_counter()) > 0:
                time.sleep(left)  # asleep, so that a clock of CPU time misses it
        return super().run(func, args, kwargs)
