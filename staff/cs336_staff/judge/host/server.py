"""The warm judge: one process that has loaded torch and collected the suite, and forks.

It is a pytest session that stops before its first test. For each request of the Judge it forks, and
the child runs the tests that the parent collected; a RemoteCaller replaces the adapters.
"""

import ctypes
import gc
import os
import resource
import select
import shutil
import signal
import socket
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from cs336_staff.judge.host.protection import (
    NONE,
    ForkServer,
    gpu_files,
    start_fork_server,
)
from cs336_staff.judge.settings import (
    JudgeSettings,
    Reply,
    Request,
    SandboxUnavailable,
    end_where_the_machine_failed,
)
from cs336_staff.judge.wire.control import receive_control, send_control
from cs336_staff.paths import ROOT
from cs336_staff.results.typed_json import decode, from_data, to_data
from cs336_staff.results.verdict import Shortcut, contains
from tests.harness.plugin.scores import TestRecord
from tests.harness.plugin.temporary_files import full_disk_error

_GRACE = 120.0
_JUDGED = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)
_FEW = 12  # tests for which compiling a submission's modules ahead does not pay


class Server:
    """A pytest plugin: instead of running the tests, serve requests to run them."""

    def __init__(self, client: socket.socket, settings: JudgeSettings, gpu: bool) -> None:
        self._client = client
        self._gpu = gpu
        self._workers = start_fork_server(settings, gpu)
        self._settings = self._workers.settings
        self._children: dict[int, tuple[int, int, float]] = {}  # pid, request, deadline
        self.in_child = False
        self._settled = False
        self._shortcut: Shortcut | None = None
        self._records: dict[str, TestRecord] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note whether a failure has the words that settle the request."""
        if not (self.in_child and report.failed and self._shortcut):
            return
        record = self._records[report.nodeid]
        if record.problem == self._shortcut.problem and record.failure:
            self._settled = self._settled or contains(record.failure, self._shortcut.words)

    def pytest_exception_interact(self, call: pytest.CallInfo[object]) -> None:
        """End where this machine fails, outside a call too.

        A submission without a sandbox writes to this machine's disk; its error alone does not show
        that the disk is full.
        """
        if self.in_child and call.excinfo:
            end_where_the_machine_failed(full_disk_error(self._root) or call.excinfo.value)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Skip a test that the request no longer needs; remove the files of the test before.

        A test sees no files but its own.
        """
        from tests.harness.plugin.hooks import skip

        if self._settled and self._shortcut and _problem(item) == self._shortcut.problem:
            skip(item, "left out: the problem has failed")
        if self.in_child and not item.session.shouldstop:
            for entry in self._root.iterdir():
                real_folder = entry.is_dir() and not entry.is_symlink()
                shutil.rmtree(entry) if real_folder else entry.unlink()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> object:
        """Serve until the client closes; in a child, let the tests run."""
        os.chdir("/")
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        import cs336_staff.judge.host.remote_caller
        import cs336_staff.judge.host.supervisor  # noqa: F401  # here, so that no child loads it
        from cs336_staff.judge.sandboxed.warm_up import TIMES, exercise_wire

        for _ in range(TIMES):  # then Python has specialized that code, for all children
            exercise_wire()
        scored = [item for item in session.items if item.get_closest_marker("problem")]
        self._problems = {item.nodeid: _problem(item) for item in scored}
        self._tests: defaultdict[str, list[pytest.Item]] = defaultdict(list)
        for item in scored:
            self._tests[self._problems[item.nodeid]].append(item)
            item.location  # noqa: B018  # pytest looks it up once; each child would do so again
        gc.collect()
        gc.freeze()
        try:
            self._workers.wait_until_ready()  # it has loaded torch at the same time
        except SandboxUnavailable as error:  # pytest would keep it to itself
            send_reply(self._client, Reply(unavailable=str(error)))
            return True
        send_reply(self._client, Reply(ready=self._problems, protection=self._settings.protection))
        request = self._serve()
        if request is None:
            return True
        self._become_judge(session, request)
        self._run(session, request)
        return True

    def _run(self, session: pytest.Session, request: Request) -> None:
        """Run the tests of one problem after another, as long as there are problems to take.

        The tests of a problem share a process.
        """
        tests = self._taken(session, request)
        test = next(tests, None)
        while test and not session.shouldstop:
            following = next(tests, None)
            test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
            test = following

    def _taken(self, session: pytest.Session, request: Request) -> Iterator[pytest.Item]:
        from cs336_staff.judge.host.work_queue import taken_from
        from tests.harness.plugin import hooks

        records = session.config.stash[hooks.RECORDS]
        self._records = session.config.stash[hooks.RECORDS] = {}
        for number in taken_from(self._queue):
            tests = self._tests[request.problems[number]]
            if self._shortcut:
                first = self._shortcut.first
                tests.sort(key=lambda test: test.nodeid != first)
            self._records.update({test.nodeid: records[test.nodeid] for test in tests})
            yield from tests

    def _serve(self) -> Request | None:
        """Fork for each request; return the request in a child, None when all is done."""
        poll = select.poll()
        poll.register(self._client, select.POLLIN)
        while True:
            for descriptor, _ in poll.poll(1000):
                if descriptor != self._client.fileno():
                    poll.unregister(descriptor)
                    self._reap(descriptor)
                    continue
                message, queues = receive_control(self._client, 1)
                if not message:
                    self._stop()
                    return None
                [self._queue] = queues
                request = from_data(message, Request)
                child = self._fork(request)
                if child is None:
                    return request
                os.close(self._queue)
                poll.register(child, select.POLLIN)
            self._stop_late()

    def _fork(self, request: Request) -> int | None:
        if not self._workers.alive():
            self._workers.stop()
            self._workers = ForkServer(self._settings, self._gpu)
            self._workers.wait_until_ready()
        pid = os.fork()
        if pid == 0:
            self.in_child = True
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)
            return None
        handle = os.pidfd_open(pid)
        deadline = time.monotonic() + self._settings.budgets.submission + _GRACE
        self._children[handle] = (pid, request.id, deadline)
        return handle

    def _reap(self, handle: int) -> None:
        pid, request, _ = self._children.pop(handle)
        os.close(handle)
        send_reply(self._client, Reply(id=request, status=os.waitpid(pid, 0)[1]))

    def _stop_late(self) -> None:
        for pid, _, deadline in self._children.values():
            if time.monotonic() > deadline:
                os.kill(pid, signal.SIGTERM)  # a SIGKILL says that the memory was full

    def _stop(self) -> None:
        for pid, _, _ in self._children.values():
            os.kill(pid, signal.SIGKILL)
        self._workers.stop()

    def _become_judge(self, session: pytest.Session, request: Request) -> None:
        """Make this child the judge of one submission."""
        import torch

        from cs336_staff.judge.host.remote_caller import RemoteCaller
        from cs336_staff.judge.host.supervisor import Supervisor
        from tests.harness.checks import checkpoint_files as files
        from tests.harness.plugin import hooks

        config = session.config
        self._client.close()
        if not torch.cuda.device_count():  # a CUDA context maps far more than it holds
            memory = self._settings.budgets.memory
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        sink = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(sink, descriptor)
        self._root = self._workers.place_tests(Path(request.scratch))
        self._shortcut = request.shortcut
        config.option.submission = request.submission
        config.option.seed = request.seed
        config.option.scores = request.scores
        folders = config._tmp_path_factory  # type: ignore[attr-defined]
        folders._basetemp = self._root
        folders._ensure_relative_to_basetemp = str  # which takes a link for a place outside
        submission = Path(request.submission)
        sandboxed = self._settings.protection != NONE.name
        many = sum(len(self._tests[problem]) for problem in request.problems) > _FEW
        compiled = many and not self._shortcut
        self.caller = config.stash[hooks.CALLER] = RemoteCaller(
            lambda runs: Supervisor(
                self._workers.control, submission, sandboxed, runs and compiled
            ),
            self._root,
            self._problems,
            self._settings.budgets,
            {item.nodeid for item in session.items if sandboxed and _has_folder(item)},
            request.alone,
        )
        files.LOADER[0] = self.caller.load


def send_reply(client: socket.socket, reply: Reply) -> None:
    """Send a reply to the judge's client."""
    send_control(client, to_data(reply))


def _problem(item: pytest.Item) -> str:
    marker = item.get_closest_marker("problem")
    assert marker is not None
    return str(marker.args[0])


def _has_folder(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and "tmp_path" in item.fixturenames


def _device_starts() -> bool:
    """Start CUDA in a fork, since no fork of this process could use it afterwards."""
    import torch

    child = os.fork()
    if child == 0:
        try:
            torch.ones((), device="cuda").item()
        except Exception:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def main(descriptor: int, settings: JudgeSettings) -> None:
    """Serve the client at the other end of a socket."""
    gc.disable()  # until the tests are collected, as conftest.py does
    client = socket.socket(fileno=descriptor)
    os.chdir("/")
    # This also limits the descriptors under way between processes, for all of a user's together.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.environ.setdefault("PYTORCH_NVML_BASED_CUDA_CHECK", "1")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # other installed packages stay out
    server = None
    try:
        gpu = (settings.require_cuda or bool(gpu_files())) and _device_starts()
        if settings.require_cuda and not gpu:
            from tests.harness.plugin.device import no_cuda_reason

            send_reply(client, Reply(failed=f"--require-cuda: {no_cuda_reason().text()}"))
            return
        server = Server(client, settings, gpu)
        try:
            import torch
        except (ImportError, OSError) as error:
            send_reply(client, Reply(failed=f"torch cannot be imported: {error}"))
            return
        torch.set_num_threads(1)  # a fork of a process that has used OpenMP threads would hang
        arguments = ["-c", str(ROOT / "pyproject.toml"), f"--rootdir={ROOT}"]
        arguments += ["-p", "no:cacheprovider", "-p", "no:faulthandler", "--capture=no"]
        arguments += ["-p", "no:logging", "-p", "pytest_timeout"]
        files = [a for a in settings.tests if (ROOT / a.split("::")[0]).exists()]
        arguments += [a for a in settings.tests if a not in files]
        arguments += files or ["tests"]
        os.chdir(ROOT)  # pytest takes brackets in an absolute path for a test's parameters
        code = pytest.main(arguments, plugins=[server])
    except SandboxUnavailable as error:
        send_reply(client, Reply(unavailable=str(error)))
        return
    except OSError as error:
        if server and server.in_child:  # it could not write its scores
            end_where_the_machine_failed(error)
        raise
    sys.stdout.flush()
    if server.in_child:
        server.caller.close()
        os._exit(int(code) if code not in _JUDGED else 0)
    if code not in (0, 1):
        send_reply(client, Reply(failed=f"pytest ended with code {code}"))
    os._exit(0)  # nothing is left to do, and taking torch down takes half a second


if __name__ == "__main__":
    main(int(sys.argv[1]), decode(sys.argv[2].encode(), JudgeSettings))
