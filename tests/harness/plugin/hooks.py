"""The pytest plugin: markers, fixtures, and the verdict on each test."""

import gc
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import torch

from tests.harness.plugin.adapters import Adapters, Caller, LocalCaller
from tests.harness.plugin.device import no_cuda_reason
from tests.harness.plugin.diagnosis import failure_of, unwritten
from tests.harness.plugin.failure import Failure
from tests.harness.plugin.inputs import Rng, seeded_digest
from tests.harness.plugin.options import chosen_problems, quotes, submission_folder
from tests.harness.plugin.problems import all_problems, did_you_mean, load_problems
from tests.harness.plugin.scores import FAILED, NOT_RUN, PASSED, TODO, TestRecord
from tests.harness.plugin.temporary_files import full_disk_error, memory_folder
from tests.harness.runtime.compiler import defer_compiler
from tests.harness.runtime.source_locations import with_line_numbers

CALLER = pytest.StashKey[Caller]()
RECORDS = pytest.StashKey[dict[str, TestRecord]]()
COLLECTED = pytest.StashKey[dict[Path, list[Any]]]()
_ADAPTERS = pytest.StashKey[Adapters]()
_FOLDER = pytest.StashKey[Path]()  # the submission's
_NOT_RUN = pytest.StashKey[Failure]()


def pytest_configure(config: pytest.Config) -> None:
    """Find the device, if one is required, and the submission; set torch up."""
    if config.option.require_cuda and not torch.cuda.is_available():
        raise pytest.UsageError(f"--require-cuda: {no_cuda_reason().text()}")
    config.addinivalue_line("markers", "problem(id): the problem that this test scores")
    config.addinivalue_line("markers", "cuda: needs a CUDA device")
    config.addinivalue_line("markers", "posix: needs fork and file-size limits (no Windows)")
    defer_compiler()
    tempfile.tempdir = memory_folder() or tempfile.tempdir
    torch.set_num_threads(1)  # the tests' tensors are small, and threads would wait for each other
    if CALLER not in config.stash:
        config.stash[CALLER] = LocalCaller(submission_folder(config))
    config.stash[RECORDS] = {}
    config.stash[COLLECTED] = {}
    config.option.tbstyle = "no" if config.option.tbstyle == "auto" else config.option.tbstyle
    if config.option.reportchars == "fE":
        config.option.reportchars = ""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Read no file of tests that cannot hold the chosen problems: it may not load either."""
    if collection_path.suffix == ".py" and (chosen := chosen_problems(config)):
        with suppress(OSError):  # then collecting it says why
            return not quotes(collection_path, chosen) or None
    return None


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Note all tests of a file, before a node id or --lf chooses among them.

    Of a file that holds no failure --lf reports no tests: it is read at the end, if at all.
    """
    report = yield
    if isinstance(collector, pytest.Module) and (report.result or report.failed):
        collector.config.stash[COLLECTED][collector.path] = list(report.result)
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give every test its problem, before -k and -m choose among them; sort by the handout's order.

    So -x stops at the first problem to do. The tests of a problem stay in the order of their files.
    A file in which no test has a problem is the student's own: it runs last, and scores nothing.
    Tests of problems that the course leaves out do not run.
    """
    problems = all_problems()
    place = {id_: number for number, id_ in enumerate(problems)}
    places: dict[pytest.Item, int] = {}
    scored = {item.path for item in items if item.get_closest_marker("problem")}
    for item in items:
        marker = item.get_closest_marker("problem")
        if marker is None and item.path not in scored:
            places[item] = len(problems)
            continue
        if marker is None or not marker.args:
            raise pytest.UsageError(
                f"{item.nodeid} needs @pytest.mark.problem(<id in problems.toml>)"
            )
        if (id_ := marker.args[0]) not in problems:
            wrong = f"no problem is named {id_!r}{did_you_mean(str(id_))}"
            raise pytest.UsageError(f"{item.nodeid}: {wrong}")
        item.extra_keyword_matches.add(id_)
        places[item] = place[id_]
    left_out = problems.keys() - load_problems().keys()
    items[:] = [item for item in items if not item.extra_keyword_matches & left_out]
    items.sort(key=places.__getitem__)
    if chosen := chosen_problems(config):
        dropped = [item for item in items if not item.extra_keyword_matches & chosen]
        items[:] = [item for item in items if item not in dropped]
        config.hook.pytest_deselected(items=dropped)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Fix the list of tests that the score is judged on."""
    session.config.stash[RECORDS] = {
        item.nodeid: TestRecord(item.nodeid, marker.args[0])
        for item in session.items
        if (marker := item.get_closest_marker("problem")) and marker.args  # else the student's own
    }
    gc.freeze()  # what is loaded stays: collecting garbage need not look through torch again
    gc.enable()  # conftest.py turned it off


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out what this machine cannot run."""
    if item.get_closest_marker("cuda") and not torch.cuda.is_available():
        skip(item, no_cuda_reason())
    if item.get_closest_marker("posix") and sys.platform == "win32":
        skip(item, "needs fork and file-size limits, which Windows lacks")


def skip(item: pytest.Item, reason: Failure | str) -> None:
    """Skip a test on the harness's own decision; no other skip counts as one."""
    failure = Failure(reason) if isinstance(reason, str) else reason
    item.stash[_NOT_RUN] = failure
    pytest.skip(failure.text())


@pytest.fixture
def not_run(request: pytest.FixtureRequest) -> Any:
    """Return a function that leaves the running test out, for a stated reason of the machine."""
    return lambda reason: skip(request.node, reason)


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> Rng:
    """Random inputs that depend on --seed and on this test's name alone."""
    return Rng(request.config.option.seed, request.node.nodeid)


@pytest.fixture
def adapters(request: pytest.FixtureRequest) -> Iterator[Adapters]:
    """The submission, as a test sees it: its adapters and nothing else."""
    node, stash = request.node, request.config.stash
    caller = stash[CALLER]
    if _FOLDER not in stash:  # a fixture of its own would take a tenth of a millisecond each time
        stash[_FOLDER] = submission_folder(request.config)
    digest = seeded_digest(request.config.option.seed, f"{node.nodeid}/call")
    caller.begin(node.nodeid, int.from_bytes(digest[:4], "little"))
    try:
        yield node.stash.setdefault(_ADAPTERS, Adapters(caller, stash[_FOLDER]))
    finally:
        caller.end()
        del node.stash[_ADAPTERS]  # and with it the arguments of its last call


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a failure into a message for the student, and refuse skips that are not ours."""
    if call.excinfo is not None:
        error = call.excinfo.value
        _stop_where_the_machine_failed(item, call, error)
        error.__traceback__ = with_line_numbers(error.__traceback__)
        call.excinfo = pytest.ExceptionInfo.from_exception(error)
    report = yield
    record = item.config.stash[RECORDS].get(item.nodeid)
    if record is None:
        return report
    record.seconds += report.duration
    if report.skipped and _NOT_RUN in item.stash:
        record.outcome, record.failure = NOT_RUN, item.stash[_NOT_RUN]
    elif call.excinfo is not None:
        error, problem = call.excinfo.value, load_problems()[record.problem]
        folder = _folder(item)
        failure = failure_of(error, problem, item.stash.get(_ADAPTERS, None), folder)
        if record.outcome != FAILED or record.untouched:
            record.outcome, record.failure = (TODO if unwritten(error) else FAILED), failure
        report.outcome = "failed"
        report.longrepr = failure.text()
        report.__dict__.pop("wasxfail", None)
    elif report.when == "call":
        record.outcome, record.failure = PASSED, None
    return report


def _folder(item: pytest.Item) -> Path | None:
    """Return the folder of a test's files, if it has one."""
    values: dict[str, Any] = getattr(item, "funcargs", {})
    return values.get("sparse_path", values.get("tmp_path"))


def _stop_where_the_machine_failed(
    item: pytest.Item, call: pytest.CallInfo[None], error: BaseException
) -> None:
    """Stop a student's run that has no folder, or no room, for temporary files.

    The judge reports the failures of its machine itself.
    """
    if not isinstance(item.config.stash[CALLER], LocalCaller):
        return
    folder = _folder(item)
    if call.when != "setup" or not isinstance(error, OSError):
        full = full_disk_error(folder) if folder else None
        if full is None:
            return
        error = full
    pytest.exit(
        f"no folder for temporary files: {error}\n"
        "Mend that, or name another folder: in the environment variable TMPDIR, on Windows TMP",
        pytest.ExitCode.USAGE_ERROR,
    )


def pytest_report_teststatus(
    report: pytest.CollectReport | pytest.TestReport, config: pytest.Config
) -> tuple[str, str, str] | None:
    """Show an unsolved stub as “to do”, not as a failure."""
    record = config.stash[RECORDS].get(report.nodeid)
    if report.when == "call" and record and record.outcome == TODO:
        return "to do", "t", "TO DO"
    return None


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Say by the exit code that nothing was run, or not what --require-cuda asked for.

    It is 5, pytest's own for no tests: neither a pass nor a fail.
    """
    outcomes = [record.outcome for record in session.config.stash[RECORDS].values()]
    if exitstatus == pytest.ExitCode.OK and NOT_RUN in outcomes:
        cuda = [item for item in session.items if item.get_closest_marker("cuda")]
        left_out = [item for item in cuda if _NOT_RUN in item.stash]
        if set(outcomes) == {NOT_RUN} or (session.config.option.require_cuda and left_out):
            session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED
