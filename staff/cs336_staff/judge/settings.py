"""A judge's settings: the seed, the tests, and how much a submission may use."""

import errno
import os
import sys
from dataclasses import dataclass, field

from cs336_staff.results.verdict import Shortcut
from tests.harness.plugin.limits import CALL_SECONDS, PROBLEM_SECONDS, TEST_SECONDS

NO_WORKER, NO_MACHINE = 69, 74  # exit codes of a judge that cannot judge: sysexits.h has more
MEANINGS = {
    NO_WORKER: "no process for the submission could be started: too many processes, or descriptors "
    "under way between processes, or no memory",
    NO_MACHINE: "this machine failed: a full disk, no memory left, too many open files, or a "
    "broken device",
}

_OF_THE_MACHINE = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENFILE}


def end_where_the_machine_failed(error: BaseException) -> None:
    """End this fork of the judge if its machine failed: it is judged again.

    A full disk, for example, or an error of the device in the judge's own calls, after which this
    process cannot use CUDA. An error from a problem process is never taken for one: it has no errno
    and is of no class of torch's. A device without free memory is not meant: a submission may have
    taken all of it.
    """
    failed = isinstance(error, OSError) and error.errno in _OF_THE_MACHINE
    torch = sys.modules.get("torch")  # which the command does not need
    if torch and isinstance(error, torch.AcceleratorError):
        failed = "out of memory" not in str(error)
    if failed:
        os._exit(NO_MACHINE)


class SandboxUnavailable(RuntimeError):
    """A level of protection does not work on this machine; the message says what to do."""


class JudgeFailed(RuntimeError):
    """The judge itself could not run the tests; the submission is not at fault."""


@dataclass(frozen=True)
class Budgets:
    """How much a submission may take: wall-clock seconds by the judge's clock, and bytes.

    Attributes:
        call: seconds of one adapter call.
        test: seconds of a test, from its beginning to the end of its last call.
        problem: seconds of all calls of a problem's tests.
        submission: seconds of the whole submission, in each process that shares its problems.
        importing: seconds to import adapters.py.
        memory: bytes that a problem's processes may hold together.
        scratch: bytes of files in a problem's /tmp, held in memory too.
        processes: processes and threads at a time.
        cpu: seconds of CPU time of a process.
    """

    call: float = CALL_SECONDS
    test: float = TEST_SECONDS
    problem: float = PROBLEM_SECONDS
    submission: float = 900.0
    importing: float = 15.0
    memory: int = 4 * 2**30
    scratch: int = 512 * 2**20
    processes: int = 128
    cpu: int = 120


@dataclass(frozen=True)
class JudgeSettings:
    """What a judge is made with.

    Attributes:
        seed: of all random inputs; take one of 48 bits or more and keep it from students.
        protection: the level that confines submissions, of host/protection.py; "" takes the
            strongest that works here.
        require_cuda: no CUDA device is then an error.
        tests: pytest arguments that choose among the tests: -k, -m, node ids.
        budgets: how much a submission may take.
        parts: processes that share one submission's problems; 0: as many as keep the cores busy.
        private: files and folders to hide from submissions that run as other users, besides this
            repository.
    """

    seed: int
    protection: str = ""
    require_cuda: bool = False
    tests: list[str] = field(default_factory=list)
    budgets: Budgets = Budgets()
    parts: int = 0
    private: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Request:
    """What a fork of the judge is asked to do: one submission's problems, or some of them.

    Attributes:
        id: a number that the reply repeats.
        submission: the submission's folder.
        seed: of all random inputs.
        problems: ids of the problems, in the order of the queue.
        scratch: an empty folder for the tests' files.
        scores: the file to write the scores to.
        shortcut: where to stop early, if anywhere.
        alone: nothing else is judged on this machine, nor another problem of the submission.
    """

    id: int
    submission: str
    seed: int
    problems: list[str]
    scratch: str
    scores: str
    shortcut: Shortcut | None
    alone: bool


@dataclass(frozen=True)
class Reply:
    """What a judge's process says: how it started, or how a fork ended.

    Attributes:
        ready: it has started: the problem of each test, by the test's id.
        protection: the level that confines submissions.
        unavailable: there is no sandbox, for this reason.
        failed: it cannot judge, for this reason.
        id: of the request whose fork has ended.
        status: how that fork ended, as `waitpid` gives it.
    """

    ready: dict[str, str] | None = None
    protection: str = ""
    unavailable: str = ""
    failed: str = ""
    id: int = 0
    status: int = 0
