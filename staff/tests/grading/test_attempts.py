"""Late and repeated hand-ins: a class of 20, in which some handed in twice or late."""

import sys
from datetime import UTC, datetime

import pytest
from support.made_class import grade_made, no_judge, read_csv, write_submission

from cs336_staff import cli
from cs336_staff.errors import BatchError
from cs336_staff.paths import SOLUTION
from cs336_staff.results.run_folder import counted_results, read_run
from cs336_staff.uploads.discover import find_submissions

GRADESCOPE = """\
submission_{n}:
  :submitters:
  - :name: Student {n}
    :sid: {n}
    :email: s{n}@x.edu
  :created_at: 2026-10-0{day} 23:30:00.123456 Z
  :score: 3.0
  :results:
    tests:
    - name: a test
      output: "x"
  :history:
{history}"""
EARLIER = """\
  - :id: {id}
    :created_at: 2026-10-01 10:00:00 Z
    :results:
      tests:
      - name: a test
"""


@pytest.fixture(scope="module")
def canvas(tmp_path_factory):
    """Return a class's folder: s3's second upload is late and worse, s4's second one is better."""
    folder = tmp_path_factory.mktemp("canvas")
    for n in range(20):
        write_submission(folder / f"s{n}_{1000 + n}_{100 + n}_hw", "verdict: adam=failed")
    write_submission(
        folder / "s3_LATE_1003_900_hw-1", "verdict: adam=failed", "verdict: mfu=failed"
    )
    write_submission(folder / "s4_1004_901_hw")
    return folder


@pytest.fixture(scope="module")
def out(canvas, tmp_path_factory):
    """Return the class's results, in which the last submission counts."""
    folder = tmp_path_factory.mktemp("results") / "out"
    assert len(grade_made(canvas, folder, attempts="last")) == 22
    return folder


def by_student(out):
    rows = read_csv(out)
    assert len({row["ID"] for row in rows}) == len(rows) == 20
    return {row["Student"]: row for row in rows}


def test_several_submissions_of_a_student_are_an_error_that_names_the_option(canvas, tmp_path):
    with pytest.raises(BatchError, match=r"--attempts.*\nID 1003: .*s3_1003.*s3_LATE_1003"):
        grade_made(canvas, tmp_path / "out")


def test_the_last_one_counts_then_the_best_and_nothing_is_graded_again(canvas, out):
    rows = by_student(out)
    assert [rows[name]["Attempt"] for name in ("s3", "s4", "s5")] == ["2", "2", ""]
    assert [rows[name]["Late"] for name in ("s3", "s4", "s5")] == ["yes", "no", "no"]
    assert "20 of 20 shown" in (out / "index.html").read_text()
    grade_made(canvas, out, attempts="best", make_judge=no_judge)
    rows = by_student(out)
    assert [rows[name]["Attempt"] for name in ("s3", "s4")] == ["1", "2"]
    assert rows["s3"]["Late"] == "no"
    assert int(rows["s4"]["Total Score"]) > int(rows["s5"]["Total Score"])
    grade_made(canvas, out, make_judge=no_judge)  # the choice is the run's
    assert by_student(out) == rows and read_run(out).attempts == "best"
    assert len(counted_results(out)) == 20


def test_gradescope_says_the_attempt_and_the_due_time_who_is_late(tmp_path):
    text = "---\n"
    for n, day in ((1, 8), (2, 9), (3, 9)):
        write_submission(tmp_path / f"submission_{n}")
        history = "".join(EARLIER.format(id=id_) for id_ in range(n - 1))
        text += GRADESCOPE.format(n=n, day=day, history=history)
    (tmp_path / "submission_metadata.yml").write_text(text)
    said = [u.hand_in for u in find_submissions(tmp_path, datetime(2026, 10, 9, 23, tzinfo=UTC))]
    assert [hand_in.attempt for hand_in in said] == [1, 2, 3]
    assert [hand_in.late for hand_in in said] == ["no", "yes", "yes"]
    assert said[0].handed_in == "2026-10-08T23:30:00+00:00"
    assert {upload.hand_in.late for upload in find_submissions(tmp_path)} == {""}


@pytest.mark.parametrize("due", ["tomorrow", "2026-10-09"])
def test_a_due_time_of_no_form_is_a_clear_error(monkeypatch, capsys, due):
    words = ["cs336-staff", "grade", str(SOLUTION), "--out", "x", "--due", due]
    monkeypatch.setattr(sys, "argv", words)
    with pytest.raises(SystemExit):
        cli.main()
    assert "2026-10-09T23:59" in capsys.readouterr().err
