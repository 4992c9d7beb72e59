"""Errors of the command `grade` about the files that it gets or finds."""

import io
import shutil
import stat
from dataclasses import replace
from zipfile import ZipFile

import pytest
from rich.console import Console
from support.made_class import grade_made, judge, made_judge, read_csv, write_submission
from typer.testing import CliRunner

from cs336_staff import cli
from cs336_staff.errors import BatchError
from cs336_staff.grading import batch
from cs336_staff.grading.command import _check_all_judged, _is_outdated
from cs336_staff.judge import JudgeSettings
from cs336_staff.judge.host.protection import NAMESPACES, NONE
from cs336_staff.report.terminal import print_scores
from cs336_staff.results.record import build_results
from tests.harness.checks.timing import Timing, unsteady_reason
from tests.harness.plugin.device import no_cuda_reason
from tests.harness.plugin.failure import Failure
from tests.harness.plugin.scores import NOT_RUN


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setattr(cli.errors, "width", 5000)


def error_of(*arguments):
    """Return the error that the command prints; there must be only one."""
    result = CliRunner().invoke(cli.app, ["grade", *map(str, arguments)])
    assert result.exit_code == 2 and isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result.output


# Paths.


def test_a_file_for_results_is_a_clear_error(tmp_path):
    write_submission(tmp_path / "ada")
    (tmp_path / "out").write_text("a file")
    for out in (tmp_path / "out", tmp_path / "out" / "deeper", tmp_path / ("x" * 300)):
        error = error_of(tmp_path / "ada", "--out", out)
        assert f"{out} cannot be the folder for results" in error and "choose another" in error
    assert (tmp_path / "out").read_text() == "a file"


def test_a_path_that_is_not_there_or_too_long_is_a_clear_error(tmp_path):
    assert f"there is no {tmp_path / 'gone'}" in error_of(
        tmp_path / "gone", "--out", tmp_path / "out"
    )
    long = tmp_path / ("x" * 300)
    assert f"there is no {long}" in error_of(long, "--out", tmp_path / "out")


def test_a_file_that_is_no_zip_file_is_a_clear_error_and_makes_no_folder_for_results(tmp_path):
    (tmp_path / "README.md").write_text("no zip file")
    said = error_of(tmp_path / "README.md", "--out", tmp_path / "out")
    assert f"{tmp_path / 'README.md'}: it is not a zip file" in said
    assert not (tmp_path / "out").exists()


def test_a_folder_without_uploads_is_a_clear_error_and_makes_none_for_results(tmp_path):
    (tmp_path / "up").mkdir()
    (tmp_path / "up" / ".DS_Store").touch()
    for options in ([], ["--slurm"]):
        said = error_of(tmp_path / "up", "--out", tmp_path / "out", *options)
        assert f"{tmp_path / 'up'} is empty; name a" in said
    assert not (tmp_path / "out").exists()


def test_results_among_the_uploads_are_refused_before_anything_is_done(tmp_path, monkeypatch):
    write_submission(tmp_path / "up" / "ada")
    for out in (tmp_path / "up" / "results", tmp_path / "up"):
        assert "would be taken for a submission" in error_of(tmp_path / "up", "--out", out)
    ada = tmp_path / "up" / "ada"
    assert "would be taken for a submission" in error_of(ada, "--out", ada / "results")
    monkeypatch.chdir(tmp_path / "up")
    assert "would be taken for a submission" in error_of(".", "--out", "results")
    assert [path.name for path in (tmp_path / "up").iterdir()] == ["ada"]


@pytest.mark.parametrize("name", ["grades.csv", "index.html"])
def test_a_file_of_somebody_elses_is_not_replaced(tmp_path, name):
    ada = write_submission(tmp_path / "ada")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / name).write_text("mine")
    for resume in (True, False):
        with pytest.raises(BatchError, match=rf"site holds {name} and no run\.json"):
            grade_made(ada, tmp_path / "site", resume=resume)
    assert (tmp_path / "site" / name).read_text() == "mine"


# Files that are damaged, or readable for others.


@pytest.mark.parametrize(
    "text",
    [
        *("", '{"seed": 7', "[]", '{"seed": 7}'),
        '{"seed": "7", "suite": "x", "again": {}}',
        '{"seed": 7, "suite": "x", "again": []}',
    ],
)
def test_a_damaged_run_is_a_clear_error_and_can_be_graded_again(tmp_path, text):
    for name in ("ada", "bob"):
        write_submission(tmp_path / "up" / name)
    grade_made(tmp_path / "up", tmp_path / "out")
    (tmp_path / "out" / "run.json").write_text(text)
    for path, resume in (("up", True), ("up/ada", False)):
        with pytest.raises(BatchError, match=r"run.json is damaged.*--no-resume"):
            grade_made(tmp_path / path, tmp_path / "out", resume=resume)
    grade_made(tmp_path / "up", tmp_path / "out", resume=False)


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "null", "{}", "\udcff"),
        '{"score": 1, "max_score": 2, "execution_time": 3, "extra_data": {}}',
        '{"score": 1, "max_score": 2, "execution_time": 3, "extra_data": 5}',
    ],
)
def test_damaged_results_are_graded_again_or_a_clear_error(tmp_path, text):
    for name in ("ada", "bob"):
        write_submission(tmp_path / "up" / name)
    grade_made(tmp_path / "up", tmp_path / "out")
    file = tmp_path / "out" / "bob" / "results.json"
    file.write_bytes(text.encode(errors="surrogateescape"))
    for call in (
        lambda: grade_made(tmp_path / "up" / "ada", tmp_path / "out"),
        lambda: batch.finish(tmp_path / "out", Console(file=io.StringIO())),
    ):
        with pytest.raises(BatchError, match=r"bob/results.json is damaged, .*; remove it"):
            call()
    grade_made(tmp_path / "up", tmp_path / "out")
    assert [row["Status"] for row in read_csv(tmp_path / "out")] == ["graded", "graded"]


def test_a_folder_for_results_that_is_made_is_for_its_owner_alone(tmp_path):
    ada = write_submission(tmp_path / "ada")
    grade_made(ada, tmp_path / "new" / "out")
    assert stat.S_IMODE((tmp_path / "new" / "out").stat().st_mode) == 0o700
    (tmp_path / "shared").mkdir(mode=0o755)
    grade_made(ada, tmp_path / "shared")
    assert stat.S_IMODE((tmp_path / "shared").stat().st_mode) == 0o755


# Results of an earlier call.


@pytest.mark.parametrize(
    ("protection", "failure", "lacking"),
    [
        (
            NONE.description,
            no_cuda_reason(built_for=None),
            [(True, True), (True, False), (False, True)],
        ),
        (NAMESPACES.description, no_cuda_reason(built_for=None), [(True, True), (False, True)]),
        (
            NAMESPACES.description,
            unsteady_reason(Timing((1.0, 2.0, 3.0)), "a step"),
            [(True, True), (False, True)],
        ),
        (NONE.description, Failure("compute capability 7.5"), [(True, True), (True, False)]),
        (NAMESPACES.description, Failure("compute capability 7.5"), []),
    ],
)
def test_results_that_lack_what_a_call_has_are_made_again(tmp_path, protection, failure, lacking):
    verdict = judge(write_submission(tmp_path / "bob"), 1)
    for test in verdict.scores.tests:
        if test.outcome == NOT_RUN:
            test.failure = failure
    extra = build_results("bob", replace(verdict, protection=protection)).extra_data
    asked = [(sandbox, cuda) for sandbox in (True, False) for cuda in (True, False)]
    assert lacking == [
        (sandbox, cuda)
        for sandbox, cuda in asked
        if _is_outdated(JudgeSettings(0, "" if sandbox else "none", require_cuda=cuda), extra)
    ]


# What is printed.


def test_a_row_that_no_judge_has_made_is_an_error_at_the_end_that_names_it(tmp_path):
    write_submission(tmp_path / "up" / "ivy", "judge: crash")
    write_submission(tmp_path / "up" / "jon")
    results = grade_made(tmp_path / "up", tmp_path / "out")
    with pytest.raises(BatchError, match=r"^1 of 2 could not be judged .*: ivy\. .* goes on"):
        _check_all_judged(results)
    shutil.rmtree(tmp_path / "up" / "ivy")
    write_submission(tmp_path / "up" / "ivy")
    _check_all_judged(grade_made(tmp_path / "up", tmp_path / "out"))


def test_one_submission_that_is_refused_is_an_error_and_in_a_class_a_grade(tmp_path, monkeypatch):
    monkeypatch.setattr("cs336_staff.grading.command.make_judges", lambda settings: made_judge)
    (tmp_path / "up").mkdir()
    with ZipFile(tmp_path / "up" / "bob.zip", "w"):
        pass
    command = ["grade", "--out", str(tmp_path / "out")]
    for _ in range(2):  # the second one finds it done
        one = CliRunner().invoke(cli.app, [*command, str(tmp_path / "up" / "bob.zip")])
        assert one.exit_code == 1
        assert "bob.zip: not graded: it is empty" in one.output
    write_submission(tmp_path / "up" / "zoe")
    alone = CliRunner().invoke(cli.app, [*command, str(tmp_path / "up" / "zoe")])
    both = CliRunner().invoke(cli.app, [*command, str(tmp_path / "up")])
    assert (alone.exit_code, both.exit_code) == (0, 0), both.output
    assert [row["Status"] for row in read_csv(tmp_path / "out")] == ["refused", "graded"]


def test_what_is_no_submission_is_named_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr("cs336_staff.grading.command.make_judges", lambda settings: made_judge)
    for name in ("ada", ".ben", "__cleo__", "ada/.cache"):
        write_submission(tmp_path / "up" / name)
    for name in (".DS_Store", "._ada", "Thumbs.db", "__MACOSX", ".gitignore", "grades.csv"):
        (tmp_path / "up" / name).touch()
    command = ["grade", "--out", str(tmp_path / "out"), str(tmp_path / "up")]
    class_said = CliRunner().invoke(cli.app, command).output
    assert "skipped, as these are no submissions: .ben, __cleo__, grades.csv\n" in class_said
    one = [*command[:-1], command[-1] + "/ada", "--no-sandbox"]
    one_said = CliRunner().invoke(cli.app, one).output
    assert "skipped" not in one_said and one_said.startswith("NO SANDBOX: ")


def test_a_second_path_is_a_clear_error(tmp_path):
    paths = [write_submission(tmp_path / name) for name in ("ada", "bob")]
    said = error_of(*paths, "--out", tmp_path / "out")
    assert "grade takes one path, and there are 2: put the submissions into one folder" in said


def test_an_upload_that_the_list_lacks_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr("cs336_staff.grading.command.make_judges", lambda settings: made_judge)
    for name in ("submission_1", "submission_2"):
        write_submission(tmp_path / "up" / name)
    student = "submission_1:\n  :submitters:\n  - :name: Ada\n    :sid: '1'\n"
    (tmp_path / "up" / "submission_metadata.yml").write_text(student)
    command = ["grade", "--out", str(tmp_path / "out"), str(tmp_path / "up")]
    said = CliRunner().invoke(cli.app, command).output
    assert (
        "without a known student, so without ID, SID and email in grades.csv: submission_2\n"
        in said
    )
    listed = student + student.replace("1", "2")
    (tmp_path / "up" / "submission_metadata.yml").write_text(listed)
    assert "a known student" not in CliRunner().invoke(cli.app, command).output


def test_a_message_is_no_markup(tmp_path):
    lines = ("verdict: mfu=failed", "message: expected [/], got [red]")
    results = build_results("bob", judge(write_submission(tmp_path / "bob", *lines), 1))
    for test in results.extra_data.tests:
        if test.failure:
            test.failure = replace(test.failure, hints=())  # which would be shown instead
    console = Console(file=io.StringIO(), width=100)
    print_scores(results.extra_data, console)
    assert "expected [/], got [red]" in console.file.getvalue()
