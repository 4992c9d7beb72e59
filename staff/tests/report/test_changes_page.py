"""Two gradings of a class of 200, in which four submissions have other points."""

import csv
import sys

import pytest
from support.made_class import HINT, made_outcomes, made_run, made_verdict

from cs336_staff import cli
from cs336_staff.report.changes_page import announcement, names_and_points
from cs336_staff.results.changes import changes_between
from cs336_staff.results.record import Student
from cs336_staff.results.run_folder import load_results
from cs336_staff.results.verdict import CRASHED, Verdict, nothing_earned
from tests.harness.plugin.problems import load_problems

ADAM, MFU = (load_problems()[id_].points for id_ in ("adam", "mfu"))


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Return the folders: s000 and s001 gain adam, s002 loses mfu, s003 is crashed, one is gone."""
    folder = tmp_path_factory.mktemp("runs")
    before = made_outcomes()
    for name in ("s000", "s001", "s002", "s003"):
        before[name] = {}
    after = {name: dict(outcomes) for name, outcomes in before.items()}
    before["s000"] = before["s001"] = {"adam": "failed", "sgd": "failed"}
    after["s000"] = after["s001"] = {"sgd": "failed"}
    after["s002"] = {"mfu": "failed"}
    verdicts = {name: made_verdict(outcomes) for name, outcomes in before.items()}
    again = {name: made_verdict(outcomes) for name, outcomes in after.items()}
    crash = "its judge crashed twice"
    again["s003"] = Verdict(nothing_earned(crash, False), CRASHED, crash, seed=7)
    again["renamed"] = again.pop("s001")
    del again["s199"]
    ada = (Student("Ada", sid="12", email="ada@x.edu"),)
    made_run(folder / "old", verdicts, {"s001": ada})
    made_run(folder / "new", again, {"renamed": (Student("Ada", "9", email="Ada@x.edu"),)})
    return folder


@pytest.fixture(scope="module")
def changes(runs):
    return changes_between(load_results(runs / "old"), load_results(runs / "new"))


def test_whose_points_changed_in_which_problem_and_by_which_test(changes):
    assert changes.compared == 199 and changes.only_old == ["s199"] and not changes.only_new
    assert {total.name for total in changes.totals} == {"s000", "renamed", "s002", "s003"}
    found = {(row.name, row.problem): row for row in changes.changes if row.name != "s003"}
    assert set(found) == {("s000", "adam"), ("renamed", "adam"), ("s002", "mfu")}
    adam = found["s000", "adam"]
    assert (adam.old, adam.new, adam.difference) == (0, ADAM, ADAM)
    assert adam.tests == ("test_adam_of_a_small_case", "test_adam_at_the_edges")
    assert adam.hint == HINT
    assert found["s002", "mfu"].difference == -MFU


def test_a_judge_that_crashed_is_the_message(changes):
    lost = [row for row in changes.changes if row.name == "s003"]
    problems = [problem for problem in load_problems().values() if not problem.cuda]
    assert len(lost) == len(problems) and {row.message for row in lost} == {
        "its judge crashed twice"
    }


def test_the_announcement_names_problems_and_no_student(changes):
    text = announcement(changes)
    assert "4 of 199 submissions have other points than before: 2 more, 2 fewer." in text
    assert f"adam: 2 submissions gain {ADAM} points each" in text and HINT in text
    assert not any(total.name in text for total in changes.totals)
    assert "renamed (ID 9): " in names_and_points(changes)
    assert announcement(changes_between({}, {})) == "No student is in both runs."


def test_points_that_the_registry_changed_are_not_a_tests_doing(runs):
    old, new = load_results(runs / "old"), load_results(runs / "old")
    row = new["s010"].extra_data.problems[0]
    new["s010"].extra_data.problems[0] = type(row)(
        **{**vars(row), "earned": row.earned + 1, "points": row.points + 1}
    )
    (change,) = changes_between(old, new).changes
    assert change.tests == () and f"worth {row.points + 1} points now" in change.message


def test_the_command_writes_csv_and_page(runs, monkeypatch, capsys, tmp_path):
    words = ["compare-runs", runs / "old", runs / "new", "--csv", "c.csv", "--html", "c.html"]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["cs336-staff", *map(str, words)])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 0
    assert "4 of 199 submissions" in capsys.readouterr().out
    with open("c.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    ada = next(row for row in rows if row["Student"] == "Ada")
    assert (ada["Problem"], ada["Old Points"], ada["New Points"]) == ("adam", "0", str(ADAM))
    page = (tmp_path / "c.html").read_text()
    assert "renamed" in page and "Content-Security-Policy" in page
