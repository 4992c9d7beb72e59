"""The state of a run: what is kept, what is graded again, and what one folder may hold."""

import errno
import io
import json
import shutil
import stat
from contextlib import contextmanager
from dataclasses import replace

import pytest
from rich.console import Console
from support.made_class import (
    contents,
    count_gradings,
    grade_made,
    held_by_another_run,
    judge,
    no_judge,
    read_csv,
    write_submission,
)
from support.points import ON_CPU

from cs336_staff.errors import BatchError
from cs336_staff.grading import batch
from cs336_staff.grading import resume as opening
from cs336_staff.judge import JudgeFailed
from cs336_staff.results import run_folder as runs

# Continuing a run.


def test_what_is_done_is_kept_and_what_changed_is_graded_again(tmp_path):
    counts = {name: tmp_path / f"{name}.count" for name in ("kay", "lee")}
    for name, file in counts.items():
        write_submission(tmp_path / "up" / name, f"judge: count {file}")
    grade_made(tmp_path / "up", tmp_path / "out")
    grade_made(tmp_path / "up", tmp_path / "out", seed=None)
    assert [count_gradings(file) for file in counts.values()] == [1, 1]
    (tmp_path / "up" / "kay" / "cs336_basics" / "memory.py").write_text("x = 1\n")
    (tmp_path / "up" / "lee" / "notes.txt").write_text("not a part of the submission")
    grade_made(tmp_path / "up", tmp_path / "out")
    assert [count_gradings(file) for file in counts.values()] == [2, 1]
    grade_made(tmp_path / "up", tmp_path / "out", resume=False, seed=8)
    assert [count_gradings(file) for file in counts.values()] == [3, 2]


def test_the_secret_seed_is_kept_for_its_owner_alone(tmp_path, uploads):
    (tmp_path / "out").mkdir(mode=0o755)
    grade_made(uploads, tmp_path / "out", seed=None)
    for folder in tmp_path.glob("out/*/results.json"):
        assert stat.S_IMODE(folder.parent.stat().st_mode) == 0o700
    run = tmp_path / "out" / "run.json"
    assert stat.S_IMODE(run.stat().st_mode) == 0o600
    seed = json.loads(run.read_text())["seed"]
    assert seed > 2**20
    results = grade_made(uploads, tmp_path / "out", seed=None)
    assert {row.extra_data.seed for row in results} == {seed}
    for page in (tmp_path / "out").glob("*/report.html"):
        assert str(seed) not in page.read_text()


def test_another_seed_and_other_tests_are_clear_errors(tmp_path, uploads, monkeypatch):
    grade_made(uploads, tmp_path / "out")
    with pytest.raises(BatchError, match="another seed"):
        grade_made(uploads, tmp_path / "out", seed=8)
    monkeypatch.setattr(opening, "suite_fingerprint", lambda: "other")
    with pytest.raises(BatchError, match=r"tests have changed.*--no-resume"):
        grade_made(uploads, tmp_path / "out")


def test_a_lock_that_cannot_be_taken_is_no_other_run(tmp_path, uploads, monkeypatch):
    def no_locks(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(runs.fcntl, "lockf", no_locks)
    with pytest.raises(BatchError, match="No locks available; with that mended"):
        grade_made(uploads, tmp_path / "out")


def test_a_second_run_into_the_same_folder_is_refused(tmp_path, uploads):
    with held_by_another_run(tmp_path / "out"), pytest.raises(BatchError, match="another run"):
        grade_made(uploads, tmp_path / "out")
    grade_made(uploads, tmp_path / "out")


# What one folder may hold.


def test_a_refused_call_that_would_grade_a_part_again_loses_nothing(tmp_path):
    for name in ("ada", "bob"):
        write_submission(tmp_path / "up" / name)
    grade_made(tmp_path / "up", tmp_path / "out")
    before = contents(tmp_path / "out")
    with pytest.raises(BatchError, match="another seed or other tests, of bob"):
        grade_made(tmp_path / "up" / "ada", tmp_path / "out", resume=False, seed=8)
    assert contents(tmp_path / "out") == before
    grade_made(tmp_path / "up" / "ada", tmp_path / "out", resume=False, seed=None)
    assert {row["Submission"] for row in read_csv(tmp_path / "out")} == {"ada", "bob"}


def test_after_other_tests_what_is_not_graded_again_has_to_go(tmp_path, monkeypatch):
    for name in ("ada", "bob"):
        write_submission(tmp_path / "up" / name)
    grade_made(tmp_path / "up", tmp_path / "out")
    (tmp_path / "up" / "bob").rename(tmp_path / "withdrawn")
    monkeypatch.setattr(opening, "suite_fingerprint", lambda: "other")
    with pytest.raises(BatchError, match=r"tests have changed.*--no-resume"):
        grade_made(tmp_path / "up", tmp_path / "out")
    with pytest.raises(BatchError, match=r"of bob.*move their folders away"):
        grade_made(tmp_path / "up", tmp_path / "out", resume=False)
    (tmp_path / "out" / "bob").rename(tmp_path / "bob")
    grade_made(tmp_path / "up", tmp_path / "out", resume=False)
    assert [row["Status"] for row in read_csv(tmp_path / "out")] == ["graded"]


@pytest.mark.parametrize("seed", [7, 8, None])
def test_where_no_judge_starts_the_older_results_stay_and_the_next_call_goes_on(tmp_path, seed):
    count = tmp_path / "count"
    ada = write_submission(tmp_path / "up" / "ada", f"judge: count {count}")
    grade_made(ada, tmp_path / "out")
    before = contents(tmp_path / "out" / "ada")
    with pytest.raises(JudgeFailed):
        grade_made(ada, tmp_path / "out", resume=False, seed=seed, make_judge=no_judge)
    assert contents(tmp_path / "out" / "ada") == before
    for _ in range(2):
        (results,) = grade_made(ada, tmp_path / "out", seed=seed)
        assert results.extra_data.seed == seed or seed is None
    assert count_gradings(count) == 2


@pytest.mark.parametrize("seed", [7, 8])
def test_a_call_without_resuming_that_is_stopped_goes_on_with_resuming(tmp_path, seed):
    counts = {name: tmp_path / f"{name}.count" for name in ("ada", "bob", "cy")}
    for name, count in counts.items():
        write_submission(tmp_path / "up" / name, f"judge: count {count}")
    grade_made(tmp_path / "up", tmp_path / "out")

    @contextmanager
    def stopped(seed):
        def grade(submission, waiting):
            if count_gradings(counts["ada"]) == 2:
                raise OSError(5, "Input/output error")
            return judge(submission, seed)

        yield grade

    call = {"seed": seed, "jobs": 1}
    with pytest.raises(BatchError, match=r"bob cannot be graded.*Input/output"):
        grade_made(tmp_path / "up", tmp_path / "out", resume=False, make_judge=stopped, **call)
    if seed == 8:
        with pytest.raises(BatchError, match="of bob, cy"):
            grade_made(tmp_path / "up" / "ada", tmp_path / "out", **call)
    grade_made(tmp_path / "up", tmp_path / "out", **call)
    assert [count_gradings(count) for count in counts.values()] == [2, 2, 2]


def test_results_of_an_earlier_run_are_no_row_of_a_later_one(tmp_path):
    for name in ("ada", "bob", "cy"):
        write_submission(tmp_path / "up" / name)
    grade_made(tmp_path / "up", tmp_path / "out")

    @contextmanager
    def stopped(seed):
        def grade(submission, waiting):
            raise OSError(5, "Input/output error")

        yield grade

    with pytest.raises(BatchError, match="ada cannot be graded"):
        grade_made(tmp_path / "up", tmp_path / "out", resume=False, make_judge=stopped, jobs=1)
    with pytest.raises(BatchError, match=r"of ada, bob, cy .* holds results of an earlier run"):
        batch.finish(tmp_path / "out", Console(file=io.StringIO()))
    with pytest.raises(BatchError, match=r"of bob, cy .* holds results of an earlier run"):
        grade_made(tmp_path / "up" / "ada", tmp_path / "out")
    grade_made(tmp_path / "up", tmp_path / "out")
    assert len(read_csv(tmp_path / "out")) == 3


def test_a_page_that_is_gone_is_made_again_and_a_row_not_named_is_reported(tmp_path):
    counts = {name: tmp_path / f"{name}.count" for name in ("ada", "bob")}
    for name, count in counts.items():
        write_submission(tmp_path / "up" / name, f"judge: count {count}")
    grade_made(tmp_path / "up", tmp_path / "out")
    for file in ("ta.html", "report.html", "junit.xml"):
        (tmp_path / "out" / "ada" / file).unlink()
        said = io.StringIO()
        grade_made(tmp_path / "up" / "ada", tmp_path / "out", console=Console(file=said))
        assert "1 submission to grade; 1 done before and not named now: bob\n" in said.getvalue()
        assert (tmp_path / "out" / "ada" / file).exists()
    assert [count_gradings(count) for count in counts.values()] == [4, 1]


def test_where_the_run_s_file_is_gone_the_seed_is_not_drawn_again(tmp_path):
    ada = write_submission(tmp_path / "ada")
    grade_made(ada, tmp_path / "out", seed=5)
    (tmp_path / "out" / "run.json").unlink()
    with pytest.raises(BatchError, match=r"holds results and no run\.json; put back a copy"):
        grade_made(ada, tmp_path / "out")
    for _ in range(2):
        (results,) = grade_made(ada, tmp_path / "out", resume=False, seed=6)
        assert results.extra_data.seed == 6
        shutil.rmtree(tmp_path / "out" / "ada")  # then run.json alone says whose grades.csv is


def test_what_lacks_something_that_is_asked_now_is_graded_again(tmp_path):
    asked = []

    @contextmanager
    def with_device(seed):
        def grade(submission, waiting):
            asked.append(submission)
            verdict = judge(submission, seed)
            return replace(verdict, protection="with a device")

        yield grade

    for name in ("ada", "bob"):
        write_submission(tmp_path / "up" / name)
    grade_made(tmp_path / "up", tmp_path / "out")
    for required, graded in ((False, 0), (True, 2), (True, 2), (False, 2)):
        is_outdated = (lambda extra: extra.protection != "with a device") if required else None
        grade_made(
            tmp_path / "up", tmp_path / "out", make_judge=with_device, is_outdated=is_outdated
        )
        assert len(asked) == graded


def test_an_upload_replaced_while_it_is_graded_is_graded_again(tmp_path):
    ada = write_submission(tmp_path / "up" / "ada")
    code = f"open({str(ada / 'adapters.py')!r}, 'w').write('# verdict: adam=failed')"
    (ada / "adapters.py").write_text(f"# judge: exec {code}\n")
    (old,) = grade_made(ada, tmp_path / "out")
    (new,) = grade_made(ada, tmp_path / "out")
    assert old.score == ON_CPU > new.score
