"""Make one call under stated conditions and return what was observed.

The same function runs in the student's own pytest process and in the grader's worker, so a test
sees the same in both. For that reason conditions and observations are plain data.
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
    tmp_on_other_device,
)
from tests.harness.runtime.loading import import_modules_of
from tests.harness.runtime.process_state import (
    PythonMemory,
    current_settings,
    generator_digests,
    reset_settings,
    restore_settings,
    seed_generators,
)
from tests.harness.runtime.source_locations import error_location, submission_path
from tests.harness.runtime.torch_calls import TorchCalls
from tests.harness.runtime.trace import MATMULS, OperatorMode, Trace, Tracer

_MAX_ERROR_BYTES = 4000  # of the message that a child process sends


@dataclass(frozen=True)
class Conditions:
    """The conditions of a call.

    Attributes:
        seed: seed Python, NumPy and torch with it before the call.
        trace: record operators, FLOPs and bytes.
        calls: record which of torch's functions are called, and whose code calls them.
        count_lines: count the lines of the submission's own code that run.
        python_memory: record the peak bytes that Python and NumPy allocate, and the bytes that the
            call reads from mapped files.
        other_tmp_device: make the default folder of temporary files behave as if it were on
            another device: no file can be renamed out of it.
        working_folder: the process's working folder during the call.
        no_grad: make the call with gradients disabled.
        file_size_limit: the most bytes that any file may have, as on a full disk.
        in_child: run the call in a forked child process, which is killed when it passes the
            file-size limit or reaches `kill_at`.
        kill_at: the number of the file event (open to write, rename, remove, …) that kills.
        matmul_delays: seconds of delay, by the number of the matmul, counted from 0.
        busy_seconds: seconds of work that a CUDA device is given just before the call (needs
            `trace`).
        call_twice: call a second time; the result is the first call's, as the second left it.
        overwrite_result: write zeros over the tensor that the call returned (or replace the
            entries of the dict) before and after a second call, whose result is returned.
    """

    seed: int | None = None
    trace: bool = False
    calls: bool = False
    count_lines: bool = False
    python_memory: bool = False
    other_tmp_device: bool = False
    working_folder: str | None = None
    no_grad: bool = False
    file_size_limit: int | None = None
    in_child: bool = False
    kill_at: int | None = None
    matmul_delays: dict[int, float] | None = None
    busy_seconds: float = 0.0
    call_twice: bool = False
    overwrite_result: bool = False

    def stated(self) -> dict[str, Any]:
        """Return the fields that differ from their default."""
        if self is UNCONDITIONAL:  # nearly always
            return {}
        return {k: v for k, v in vars(self).items() if v != vars(UNCONDITIONAL)[k]}


UNCONDITIONAL = Conditions()


@dataclass
class Observation:
    """The result of a call, or its error, and what was recorded.

    A record is None unless the conditions ask for it.

    Attributes:
        result: what the call returned.
        error: what it raised; or an error that names a process setting which it left changed.
        where: the line of the submission that raised, as shown to the student.
        trace: the operators, FLOPs and bytes.
        calls: torch's functions that were called, each a TorchCall as text.
        generators: digests of the states of the generators "python", "numpy" and "torch", before
            and after the call; recorded when the conditions give a seed.
        lines_run: how many lines of the submission ran; each iteration of a loop counts.
        python_peak_bytes: the peak of what Python and NumPy allocated.
        mapped_bytes: bytes read from mapped files; None where the system does not report them.
        killed: the process did not survive the call.
        seconds: the call's wall time by the caller's clock.
    """

    result: Any = None
    error: BaseException | None = None
    where: str = ""
    trace: Trace | None = None
    calls: list[str] | None = None
    generators: dict[str, tuple[str, str]] | None = None
    lines_run: int | None = None
    python_peak_bytes: int | None = None
    mapped_bytes: int | None = None
    killed: bool = False
    seconds: float = 0.0

    @property
    def value(self) -> Any:
        """The result.

        Raises:
            BaseException: the call's own error, if it raised one.
            RuntimeError: the call raised what would end or skip the test, such as SystemExit or
                pytest.skip: only the harness decides whether a test runs.
        """
        error = self.error
        if error is None:
            return self.result
        import pytest  # not at the top: the sandbox has no pytest

        ends_test = (pytest.skip.Exception, pytest.xfail.Exception, pytest.exit.Exception)
        fails_test = (Exception, KeyboardInterrupt, pytest.fail.Exception)
        if isinstance(error, fails_test) and not isinstance(error, ends_test):
            raise error
        raise RuntimeError(f"the call raised {describe_error(error)}")


def observe_call(
    call: Callable[[], Any],
    conditions: Conditions,
    arguments: Any = (),
    adapter: Any = None,
) -> Observation:
    """Call `call` under `conditions`; whatever it raises becomes the observation's error.

    Args:
        call: the call, without arguments.
        conditions: its conditions.
        arguments: what the adapter is given: tensors that a trace must not count as new.
        adapter: the adapter that is called; the modules that it imports are loaded first.
    """
    try:
        import_modules_of(adapter)
    except BaseException as error:
        return Observation(error=error, where=error_location(error))
    if conditions.in_child:
        return _observe_in_child(call, conditions)
    return _observe_here(call, conditions, arguments)


def reset_process(seed: int) -> None:
    """Reset the settings that an import or an earlier call may have changed, and seed."""
    reset_settings()
    seed_generators(seed)


def _observe_here(
    call: Callable[[], Any], conditions: Conditions, arguments: Any = ()
) -> Observation:
    if conditions.seed is not None:
        seed_generators(conditions.seed)
    tracer = Tracer(arguments, conditions.busy_seconds) if conditions.trace else None
    calls = TorchCalls() if conditions.calls else None
    memory = PythonMemory() if conditions.python_memory else None
    if conditions.no_grad:
        torch.set_grad_enabled(False)
    observation, settings = Observation(), current_settings()
    before = {} if conditions.seed is None else generator_digests()
    start = perf_counter()
    try:
        with ExitStack() as stack:
            if conditions.other_tmp_device:
                stack.enter_context(tmp_on_other_device())
            if conditions.working_folder is not None:
                stack.enter_context(chdir(conditions.working_folder))
            if memory:
                stack.enter_context(memory)
            if conditions.file_size_limit is not None:
                stack.enter_context(
                    file_size_limit(conditions.file_size_limit, conditions.in_child)
                )
            if conditions.matmul_delays:
                stack.enter_context(DelayedMatmuls(conditions.matmul_delays))
            if tracer:
                stack.enter_context(tracer)
            if calls:
                stack.enter_context(calls)
            if conditions.count_lines:
                stack.enter_context(_counted_lines(observation))
            observation.result = call()
            if conditions.call_twice:
                gc.collect()  # else tensors in reference cycles would count as retained
                call()
            if conditions.overwrite_result:
                first = observation.result
                _overwrite(first)
                observation.result = call()
                _overwrite(first)
            if not tracer:
                _finish_device_work()
    except BaseException as error:
        observation.error = error
        observation.where = error_location(error)
    observation.seconds = perf_counter() - start
    raised = observation.error
    if (changed := restore_settings(settings)) and (raised is None or type(raised) is ValueError):
        changed += f"; it raised {describe_error(raised)}" if raised else ""
        observation.error, observation.where = RuntimeError(changed), "the harness, after the call"
    if conditions.no_grad:
        torch.set_grad_enabled(True)
    after = generator_digests() if before else {}
    observation.generators = {name: (before[name], after[name]) for name in before} or None
    observation.trace = tracer.trace if tracer else None
    observation.calls = list(calls.seen) if calls else None
    if memory:
        observation.python_peak_bytes = memory.peak_bytes
        observation.mapped_bytes = memory.mapped_bytes
    return observation


def _overwrite(result: Any) -> None:
    """Overwrite a result as its owner may do; a later call must not return any of this."""
    if isinstance(result, dict):
        result.clear()
        result["overwritten"] = 0
        return
    with torch.inference_mode():  # the only mode in which inference tensors can be written to
        result.zero_()


def _finish_device_work() -> None:
    """Wait for the current stream, so that the clock does not stop before the work is done.

    Other streams are not waited for: the caller must see work that the call left unfinished there.
    """
    if torch.cuda.is_initialized():
        torch.cuda.current_stream().synchronize()


def _observe_in_child(call: Callable[[], Any], conditions: Conditions) -> Observation:
    """Make the call in a forked child, which may be killed; return its error, not its result."""
    sys.stdout.flush()
    sys.stderr.flush()
    read_fd, write_fd = os.pipe()
    os.set_blocking(read_fd, False)
    try:
        child = os.fork()
        if child == 0:
            _run_child(call, conditions, write_fd)
        try:
            _, status = os.waitpid(child, 0)
        except BaseException:  # the test's time limit, for example
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise
        if os.WIFSIGNALED(status):
            return Observation(killed=True)
        if code := os.WEXITSTATUS(status):
            raised = f"the process exited with code {code}"
            with suppress(BlockingIOError):  # the pipe is empty
                raised = os.read(read_fd, _MAX_ERROR_BYTES).decode(errors="replace")
            return Observation(error=RuntimeError(raised))
        return Observation()
    finally:
        os.close(read_fd)
        os.close(write_fd)


def _run_child(call: Callable[[], Any], conditions: Conditions, write_fd: int) -> NoReturn:
    """Make the call in this child process, write its error to the pipe, and exit."""
    failed = True
    try:
        torch.set_num_threads(1)
        if conditions.kill_at is not None:
            kill_at_file_event(conditions.kill_at)
        error = _observe_here(call, conditions).error
        if error is not None:
            message = describe_error(error).encode(errors="replace")
            os.write(write_fd, message[:_MAX_ERROR_BYTES])
        failed = error is not None
    finally:
        os._exit(int(failed))


@contextmanager
def _counted_lines(observation: Observation) -> Iterator[None]:
    """Count calls and lines in the submission's files, comprehensions and lambdas included."""
    lines = 0

    def count(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal lines
        if not submission_path(frame.f_code.co_filename):
            return None
        lines += event in ("call", "line")
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)
        observation.lines_run = lines


class DelayedMatmuls(OperatorMode):
    """Delay chosen matmuls, so that a wrong warm-up or statistic changes the reported time.

    Args:
        delays: seconds, by the number of the matmul, counted from 0.
    """

    def __init__(self, delays: dict[int, float]) -> None:
        super().__init__()
        self._delays = delays
        self._seen = 0

    def run(self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run an operator; if it is a chosen matmul, after its delay."""
        if str(func._overloadpacket) in MATMULS:
            end = time.perf_counter() + self._delays.get(self._seen, 0.0)
            self._seen += 1
            while (left := end - time.perf_counter()) > 0:
                time.sleep(left)  # sleeping, so that a clock of CPU time does not count it
        return super().run(func, args, kwargs)
