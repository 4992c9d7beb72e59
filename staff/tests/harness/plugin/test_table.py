"""The table after a run, alone: its rows, its total and the next step."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from tests.harness.plugin.failure import Failure
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import (
    FAILED,
    NOT_REACHED,
    NOT_RUN,
    PASSED,
    TODO,
    ProblemScore,
    Scores,
    TestRecord,
)
from tests.harness.plugin.terminal import write_summary


def test_passed_and_to_do_is_to_do():
    tests = [
        TestRecord("1", "mfu", PASSED, None),
        TestRecord("2", "mfu", TODO, Failure("see handout")),
    ]
    [row] = Scores.of(load_problems(), tests).problems
    assert (row.status, row.points, row.text) == (TODO, 0, "see handout")


def test_a_failure_with_a_hint_speaks_for_its_problem():
    failures = [
        Failure("RuntimeError: size 0"),
        Failure("expected 1, got 2", ("count from 0",)),
        Failure("other", ("x",)),
    ]
    tests = [TestRecord(str(i), "mfu", FAILED, failure) for i, failure in enumerate(failures)]
    [row] = Scores.of(load_problems(), tests).problems
    assert row.failure == failures[1]
    [row] = Scores.of(load_problems(), tests[:1]).problems
    assert row.failure == failures[0]


def test_the_hint_of_most_failures_speaks_for_its_problem():
    hints = ("NumPy's integers",), ("a new file", "x"), ("a new file", "y"), ("the device",), ()
    failures = [Failure(f"failure {i}", each) for i, each in enumerate(hints)]
    tests = [TestRecord(str(i), "mfu", FAILED, failure) for i, failure in enumerate(failures)]
    [row] = Scores.of(load_problems(), tests).problems
    assert row.failure == failures[1]


def test_a_line_that_ended_most_tests_speaks_for_its_problem():
    line = "cs336_basics/flops.py, line 3, in mfu: exit()"
    ended = Failure("RuntimeError: the call raised", error="RuntimeError", raised_in=line)
    hinted = Failure("the call ended", ("raise an error",), error="Mismatch", raised_in=line)
    raised = Failure("ValueError: no", error="ValueError", raised_in="adapters.py, line 1")

    def shown(*failures):
        tests = [TestRecord(str(i), "mfu", FAILED, failure) for i, failure in enumerate(failures)]
        return Scores.of(load_problems(), tests).problems[0].failure

    assert shown(hinted, ended, raised, ended, ended) == ended
    with_hint = replace(ended, hints=("x",))
    assert shown(ended, ended, hinted, with_hint, hinted) == with_hint
    assert shown(ended, hinted, hinted) == hinted
    assert shown(ended, hinted, raised, Failure("expected 1, got 2")) == hinted


def test_a_command_stays_on_one_line_however_narrow_the_terminal():
    lines = []
    terminal = SimpleNamespace(fullwidth=30, line=lambda text="", **_: lines.append(text))
    tests = [TestRecord(test, "mfu", FAILED, Failure("no")) for test in "12"]
    write_summary(Scores.of(load_problems(), tests), terminal)
    assert "    pytest --explain mfu" in lines


@pytest.mark.parametrize(("count", "shown"), [(2, True), (len(load_problems()), False)])
def test_who_passed_what_was_chosen_reads_how_to_go_on(count, shown):
    lines = []
    terminal = SimpleNamespace(fullwidth=80, line=lambda text="", **_: lines.append(text))
    tests = [TestRecord(id_, id_, PASSED) for id_ in list(load_problems())[:count]]
    write_summary(Scores.of(load_problems(), tests), terminal, "--seed 7")
    assert (
        lines[-2:] == ["Passed. All problems, and which is next:", "    pytest --seed 7"]
    ) == shown


def test_one_point_is_no_plural():
    lines = []
    terminal = SimpleNamespace(fullwidth=80, line=lambda text="", **_: lines.append(text))
    write_summary(
        Scores.of(load_problems(), [TestRecord("1", "mfu", FAILED, Failure("no"))]), terminal
    )
    assert "0 of 1 point" in lines


def test_a_few_failed_problems_show_their_most_telling_failures_uncut():
    hint = f"{'count from 0, ' * 9}not from 1"
    hinted = Failure("expected 1, got 2", (hint,), called="run_mfu()")

    def shown(*tests):
        lines = []
        terminal = SimpleNamespace(fullwidth=60, line=lambda text="", **_: lines.append(text))
        write_summary(Scores.of(load_problems(), list(tests)), terminal)
        return lines

    failures = [TestRecord("test_x.py::test_one", "mfu", FAILED, Failure("ValueError"))]
    failures.append(TestRecord("test_x.py::test_two", "mfu", FAILED, hinted))
    failure = ["test_two", *(f"    {line}" for line in hinted.text().splitlines())]
    lines = shown(*failures)
    assert lines[1:8] == ["mfu    0/1  failed   0 of 2 tests passed", "", *failure, ""]
    assert lines[-2:] == ["2 failures in all:", "    pytest --explain mfu"]
    lines = shown(failures[1], TestRecord("3", "mfu", PASSED, None))
    assert lines[3:7] == failure and lines[-1] == "0 of 1 point"  # --explain would show no more
    lines = shown(*failures, TestRecord("4", "sgd", PASSED, None))
    assert "mfu, test_two" in lines and any(line.startswith("Next: mfu") for line in lines)
    others = [TestRecord(id_, id_, FAILED, hinted) for id_ in ("sgd", "adam", "gather")]
    lines = shown(*failures, *others)  # of more than a few, the first alone
    assert "gather, gather" in lines and "mfu, test_two" not in lines


@pytest.mark.parametrize(
    ("outcomes", "left_out", "counted"),
    [
        ((FAILED, PASSED, PASSED), 0, "2 of 3 tests passed"),
        ((FAILED, PASSED, NOT_RUN, NOT_RUN), 0, "1 failed of 2 run, 2 not run"),
        ((FAILED, FAILED, PASSED, NOT_REACHED, NOT_RUN), 3, "2 failed of 3 run, 5 not run"),
        ((PASSED, NOT_REACHED, NOT_RUN), 4, "1 of 7 tests passed"),
    ],
)
def test_a_row_counts_what_ran_and_what_did_not(outcomes, left_out, counted):
    lines = []
    terminal = SimpleNamespace(fullwidth=80, line=lambda text="", **_: lines.append(text))
    tests = [
        TestRecord(str(i), "mfu", outcome, Failure("no")) for i, outcome in enumerate(outcomes)
    ]
    write_summary(Scores([ProblemScore(load_problems()["mfu"], tests, left_out)]), terminal)
    assert lines[1].endswith(f"  {counted}")


@pytest.mark.parametrize(
    ("width", "said"),
    [
        (80, "1 of 2 pass: this counts 4 bytes an element, w…"),
        (60, "this counts 4 bytes an ele…"),
        (45, "1 of 2 pass"),
    ],
)
def test_a_row_shows_a_failure_as_far_as_it_fits_without_the_word_hint(width, said):
    lines = []
    terminal = SimpleNamespace(fullwidth=width, line=lambda text="", **_: lines.append(text))
    hint = "this counts 4 bytes an element, whatever its dtype is"
    tests = [TestRecord("1", "training_flops", FAILED, Failure("expected 1, got 2", (hint,)))]
    tests += [TestRecord("2", "training_flops", PASSED)]
    tests += [TestRecord(id_, id_, FAILED, Failure("no")) for id_ in ("gather", "sgd", "adam")]
    write_summary(Scores.of(load_problems(), tests), terminal)
    row = f"training_flops    0/1  failed   {said}"
    assert lines[2] == row and len(row) < width


def test_the_first_failure_is_named_beside_an_earlier_problem_that_is_to_do():
    def last(*outcomes):
        lines = []
        terminal = SimpleNamespace(fullwidth=80, line=lambda text="", **_: lines.append(text))
        tests = [TestRecord(id_, id_, outcome, Failure("no")) for id_, outcome in outcomes]
        write_summary(Scores.of(load_problems(), tests), terminal, "--seed 7")
        return [line for line in lines if line.startswith(("Why", "Next"))]

    why, following = last(("mfu", TODO), ("sgd", FAILED), ("adam", FAILED))
    assert why == "Why sgd failed: pytest --explain sgd --seed 7"
    assert following.startswith("Next: mfu")
    [following] = last(("mfu", FAILED), ("sgd", TODO), ("adam", FAILED))
    assert following.startswith("Next: mfu")


def test_who_is_done_reads_what_to_hand_in():
    def last(status):
        lines = []
        terminal = SimpleNamespace(fullwidth=80, line=lambda text="", **_: lines.append(text))
        problems = load_problems().values()
        tests = [TestRecord(p.id, p.id, status if p.cuda else PASSED) for p in problems]
        write_summary(Scores.of(load_problems(), tests), terminal)
        return lines[-1]

    said = "All done. To hand in, zip adapters.py and cs336_basics/"
    assert last(NOT_RUN) == last(PASSED) == said
    assert last(FAILED) != said
