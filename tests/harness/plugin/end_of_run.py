"""What the pytest plugin writes and prints at the end of a run."""

import shlex
import textwrap
from collections import Counter
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import torch

from tests.harness.plugin.adapters import LocalCaller
from tests.harness.plugin.device import MEASURED, device_line
from tests.harness.plugin.handout import LinkedTerminal, shows_links
from tests.harness.plugin.hooks import CALLER, COLLECTED, RECORDS
from tests.harness.plugin.limits import too_slow
from tests.harness.plugin.options import ASSIGNMENT, SEED, quotes, submission_folder
from tests.harness.plugin.problems import PROBLEMS_TOML, load_problems
from tests.harness.plugin.scores import FAILED, PASSED, Scores
from tests.harness.plugin.submitted_files import files_not_taken, read_files, unavailable_imports
from tests.harness.plugin.terminal import write_explanation, write_nothing_chosen, write_summary


def pytest_terminal_summary(terminalreporter: Any, exitstatus: int, config: pytest.Config) -> None:
    """Write the verdict, and print the table, or one problem's failures in full."""
    if config.option.collectonly or exitstatus == pytest.ExitCode.USAGE_ERROR:
        return
    scores = Scores.of(load_problems(), list(config.stash[RECORDS].values()))
    try:
        if config.option.scores and scores.problems:
            _write_scores(scores, config)
    finally:
        _show(scores, terminalreporter)


def _write_scores(scores: Scores, config: pytest.Config) -> None:
    """Write --scores; if that fails, exit with one clear error, except in the judge."""
    file = Path(config.option.scores)
    try:
        scores.write(
            file,
            seed=config.option.seed,
            torch=str(torch.__version__),
            measured=[asdict(row) for row in config.stash.get(MEASURED, [])],
            slow=_slow(config),
        )
    except OSError as error:
        if not isinstance(config.stash[CALLER], LocalCaller):
            raise  # the judge reports the failure of its machine itself
        why = f"--scores: {file} cannot be written: {error.strerror}"
        raise pytest.exit.Exception(why, pytest.ExitCode.USAGE_ERROR) from error


def _show(scores: Scores, terminalreporter: Any) -> None:
    """Print the table or one problem's failures; without any, say why there are none."""
    config, terminal = terminalreporter.config, terminalreporter._tw
    if terminalreporter.hasmarkup and shows_links(terminalreporter.isatty):
        terminal = LinkedTerminal(terminal)
    stats = terminalreporter.stats
    _write_unscored(stats.get("failed", []) + stats.get("error", []), config, terminal)
    ran = {row.problem.id for row in scores.problems if row.status in (PASSED, FAILED)}
    shown = scores.so_far(_left_out(terminalreporter._session, ran) if ran else {})
    if shown.problems and config.option.explain:
        write_explanation(shown.problems[0], terminal)
        _warn(_slow(config) + _printed(stats), terminal)
    elif shown.problems:
        write_summary(shown, terminal, _options_to_repeat(config))
        if torch.cuda.is_initialized() and any(row.problem.cuda for row in shown.problems):
            terminal.line(device_line())
        if isinstance(config.stash[CALLER], LocalCaller):  # in the judge the grader warns
            folder = submission_folder(config)
            files = read_files(folder)
            _warn(unavailable_imports(folder, files) + files_not_taken(folder, files), terminal)
            _warn(_slow(config) + _printed(stats), terminal)
    elif any(map(stats.get, ("passed", "failed", "error"))):
        return  # pytest prints their counts
    elif config.invocation_params.dir != ASSIGNMENT and not stats.get("deselected"):
        terminal.line(f"There are no tests in this folder. Run pytest in {ASSIGNMENT}")
    else:
        write_nothing_chosen(terminal)


def _write_unscored(reports: list[Any], config: pytest.Config, terminal: Any) -> None:
    """Write the failures of a student's own tests, and errors of test files that do not load."""
    for report in reports:
        if report.nodeid not in config.stash[RECORDS]:
            terminal.line()
            terminal.line(report.nodeid, red=True)
            terminal.line(textwrap.indent(report.longreprtext.strip(), "    "))


def _warn(lines: list[str], terminal: Any) -> None:
    for line in lines:
        terminal.line(line, yellow=True)


def _printed(stats: dict[str, list[Any]]) -> list[str]:
    """Return a note if something was printed in a test that failed: pytest does not show it."""
    printed = any(report.capstdout for report in stats.get("failed", []))
    return ["your code printed lines that are not shown: pytest -s shows them"] if printed else []


def _slow(config: pytest.Config) -> list[str]:
    """Return warnings about calls that the grader would have stopped; none in the grader."""
    caller, records = config.stash[CALLER], config.stash[RECORDS]
    if not isinstance(caller, LocalCaller):
        return []
    problems = {record.id: record.problem for record in records.values()}
    tests = {id_: taken for id_, taken in caller.stopwatch.tests.items() if id_ in problems}
    return too_slow(tests, problems)


def _options_to_repeat(config: pytest.Config) -> str:
    """Return the options that the next command needs for the same code and the same inputs."""
    words = []
    if config.option.submission:
        words.append(f"--submission={shlex.quote(config.option.submission)}")
    if config.option.seed != SEED:
        words.append(f"--seed {config.option.seed}")
    return " ".join(words)


def _left_out(session: pytest.Session, problems: set[str]) -> Counter[str]:
    """Count the tests of these problems that this run did not choose, by problem.

    Files that the run has not read, and that may hold such tests, are collected for it.
    """
    collected = session.config.stash[COLLECTED]
    for path in PROBLEMS_TOML.parent.glob("test_*.py"):
        with suppress(Exception, SystemExit, pytest.skip.Exception):  # a student's broken file
            if path not in collected and quotes(path, problems):
                collected[path] = list(pytest.Module.from_parent(session, path=path).collect())
    every = [item for items in collected.values() for item in items]
    left_out = [item for item in every if item.nodeid not in session.config.stash[RECORDS]]
    markers = (item.get_closest_marker("problem") for item in left_out)
    return Counter(marker.args[0] for marker in markers if marker)
