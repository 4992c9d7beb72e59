"""A class, whatever happens on the way."""

import io
import json
import os
import random
import signal
import stat
import subprocess
import sys
import time
import zipfile
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from made_class import grade_made, made_judge, make_uploads, read_csv, write_submission
from rich.console import Console

from cs336_staff import runs
from cs336_staff.batch import BatchError, find_submissions
from cs336_staff.grades import rows
from cs336_staff.judge import JudgeFailed
from cs336_staff.report import pages


@pytest.fixture
def uploads(tmp_path):
    return make_uploads(tmp_path / "uploads")


# What comes out.


def test_each_submission_has_its_files_and_a_row(tmp_path, uploads):
    results = grade_made([uploads], tmp_path / "out")
    assert len(results) == 7
    for name in ("1_1_b_dan", "ada", "ben", "cleo", "eve", "fay", "gus"):
        files = {path.name for path in (tmp_path / "out" / name).iterdir()}
        assert files == {"results.json", "junit.xml", "report.html", "ta.html"}
    table = {row["Submission"]: row for row in read_csv(tmp_path / "out")}
    assert list(table) == ["1_1_b_dan", "ada", "ben", "cleo", "eve", "fay", "gus"]
    assert table["ada"]["Status"] == "graded" and table["ada"]["Reason"] == ""
    assert int(table["ada"]["Total Score"]) + 20 == int(table["ada"]["Max Points"])
    assert table["fay"]["Total Score"] == "0" and "not a zip file" in table["fay"]["Reason"]
    assert "no adapters.py" in table["gus"]["Reason"]


def test_the_same_seed_gives_the_same_bytes_with_any_number_of_jobs(tmp_path, uploads):
    grade_made([uploads], tmp_path / "one", jobs=1)
    grade_made([uploads], tmp_path / "three", jobs=3)
    first, second = (tmp_path / out / "grades.csv" for out in ("one", "three"))
    assert first.read_bytes() == second.read_bytes()


def test_a_line_for_each_submission_and_the_pace_are_printed(tmp_path, uploads):
    console = Console(file=io.StringIO(), width=200)
    grade_made([uploads], tmp_path / "out", console)
    text = console.file.getvalue()
    assert "7 submissions to grade" in text and "a minute" in text
    assert "ada  80 of 80 points" in text and "fay  not graded: it is not a zip" in text


def test_the_header_is_what_canvas_knows_students_by(tmp_path, uploads):
    grade_made([uploads], tmp_path / "out")
    header = (tmp_path / "out" / "grades.csv").read_text().splitlines()[0]
    assert header.startswith("Student,ID,SIS User ID,SIS Login ID,Section,SID,Email,Total Score,")
    results = json.loads((tmp_path / "out" / "ada" / "results.json").read_text())
    assert ",".join(rows(results)[0]) == header


def test_a_reason_is_the_same_each_time(tmp_path):
    (tmp_path / "up").mkdir()
    with zipfile.ZipFile(tmp_path / "up" / "max.zip", "w") as archive:
        archive.writestr("adapters.py", "")
        archive.writestr(f"cs336_basics/{'x' * 300}.py", "")
    for out in ("one", "two"):
        grade_made([tmp_path / "up"], tmp_path / out)
    (first,), (second,) = read_csv(tmp_path / "one"), read_csv(tmp_path / "two")
    assert first == second and first["Status"] == "refused" and "tmp" not in first["Reason"]
    (entry,) = find_submissions([tmp_path / "up"])
    assert runs.is_done(tmp_path / "one", entry, 7)


# Judges that die.


def test_a_judge_that_dies_once_is_tried_again(tmp_path):
    write_submission(tmp_path / "up" / "ivy", f"judge: crash once {tmp_path / 'flag'}")
    grade_made([tmp_path / "up"], tmp_path / "out")
    assert read_csv(tmp_path / "out")[0]["Status"] == "graded"


@pytest.mark.parametrize("order", ["crash", "raise"])
def test_a_judge_that_dies_twice_is_a_row_with_a_reason(tmp_path, order):
    write_submission(tmp_path / "up" / "ivy", f"judge: {order}")
    write_submission(tmp_path / "up" / "jon")
    grade_made([tmp_path / "up"], tmp_path / "out")
    ivy, jon = read_csv(tmp_path / "out")
    assert ivy["Status"] == "judge crashed" and "crashed twice" in ivy["Reason"]
    assert (ivy["Total Score"], jon["Status"]) == ("0", "graded")
    if order == "raise":
        assert "JudgeFailed" in (tmp_path / "out" / "ivy" / "judge-crash.txt").read_text()


def test_a_judge_that_does_not_start_again_ends_the_run_and_the_next_one_goes_on(tmp_path):
    write_submission(tmp_path / "up" / "ada")
    write_submission(tmp_path / "up" / "ivy", "judge: raise")
    started = []

    @contextmanager
    def fragile(seed):
        started.append(seed)
        if len(started) == 2:
            raise JudgeFailed("no memory left")
        with made_judge(seed) as judge:
            yield judge

    with pytest.raises(BatchError, match=r"no memory left; the same command goes on"):
        grade_made([tmp_path / "up"], tmp_path / "out", make_judge=fragile, jobs=1)
    grade_made([tmp_path / "up"], tmp_path / "out", make_judge=fragile)
    assert [row["Status"] for row in read_csv(tmp_path / "out")] == ["graded", "judge crashed"]


def test_a_page_that_cannot_be_compared_is_written_without(tmp_path, monkeypatch):
    """Parsing what a stranger wrote may kill the process that does it."""
    monkeypatch.setattr(pages, "diff_submission", lambda _: os.kill(os.getpid(), signal.SIGKILL))
    write_submission(tmp_path / "up" / "ivy", "verdict: adam=failed")
    grade_made([tmp_path / "up"], tmp_path / "out")
    page = (tmp_path / "out" / "ivy" / "ta.html").read_text()
    assert "not compared with the reference: comparing ended with signal 9" in page
    assert read_csv(tmp_path / "out")[0]["Status"] == "graded"


# Going on.


def count_gradings(file):
    return len(file.read_text().splitlines()) if file.exists() else 0


def test_what_is_done_is_kept_and_what_changed_is_graded_again(tmp_path):
    counts = {name: tmp_path / f"{name}.count" for name in ("kay", "lee")}
    for name, file in counts.items():
        write_submission(tmp_path / "up" / name, f"judge: count {file}")
    grade_made([tmp_path / "up"], tmp_path / "out")
    grade_made([tmp_path / "up"], tmp_path / "out", seed=None)
    assert [count_gradings(file) for file in counts.values()] == [1, 1]
    (tmp_path / "up" / "kay" / "cs336_basics" / "memory.py").write_text("x = 1\n")
    (tmp_path / "up" / "lee" / "notes.txt").write_text("not a part of the submission")
    grade_made([tmp_path / "up"], tmp_path / "out")
    assert [count_gradings(file) for file in counts.values()] == [2, 1]
    grade_made([tmp_path / "up"], tmp_path / "out", resume=False, seed=8)
    assert [count_gradings(file) for file in counts.values()] == [3, 2]


def test_the_secret_seed_is_kept_for_its_owner_alone(tmp_path, uploads):
    grade_made([uploads], tmp_path / "out", seed=None)
    run = tmp_path / "out" / "run.json"
    assert stat.S_IMODE(run.stat().st_mode) == 0o600
    seed = json.loads(run.read_text())["seed"]
    assert seed > 2**20
    results = grade_made([uploads], tmp_path / "out", seed=None)
    assert {row["extra_data"]["seed"] for row in results} == {seed}
    for page in (tmp_path / "out").glob("*/report.html"):
        assert str(seed) not in page.read_text()


def test_another_seed_other_tests_and_nothing_to_grade_are_clear_errors(
    tmp_path, uploads, monkeypatch
):
    grade_made([uploads], tmp_path / "out")
    with pytest.raises(BatchError, match="another seed"):
        grade_made([uploads], tmp_path / "out", seed=8)
    monkeypatch.setattr(runs, "suite_fingerprint", lambda: "other")
    with pytest.raises(BatchError, match=r"tests have changed.*--no-resume"):
        grade_made([uploads], tmp_path / "out")
    with pytest.raises(BatchError, match="nothing to grade"):
        grade_made([], tmp_path / "empty")


def test_a_second_run_into_the_same_folder_is_refused(tmp_path, uploads):
    code = "import sys, time; from pathlib import Path; from cs336_staff.batch import locked\n"
    code += "with locked(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"
    command = [sys.executable, "-c", code, str(tmp_path / "out")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(BatchError, match="another run"):
            grade_made([uploads], tmp_path / "out")
        holder.kill()
    grade_made([uploads], tmp_path / "out")


def tree(pid):
    """Return a process and all under it."""
    children = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(entry.parent.name))
    found = [pid]
    for process in found:
        found += children.get(process, [])
    return found


def kill_tree(pid):
    for process in tree(pid):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def test_killed_at_random_moments_the_grades_are_those_of_an_undisturbed_run(tmp_path):
    counts = {}
    for number in range(24):
        counts[number] = tmp_path / f"{number}.count"
        orders = ["judge: sleep 0.05", f"judge: count {counts[number]}"]
        orders += ["verdict: adam=failed"] * (number % 3 == 0)
        write_submission(tmp_path / "up" / f"s{number}", *orders)
    (tmp_path / "up" / "broken.zip").write_bytes(b"PK")
    grade_made([tmp_path / "up"], tmp_path / "calm")
    for file in counts.values():
        file.unlink()

    code = "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1])\n"
    code += "from made_class import made_judge; from cs336_staff.batch import *\n"
    code += "grade_class(find_submissions([Path(sys.argv[2])]), Path(sys.argv[3]),"
    code += " make_judge=made_judge, seed=7)"
    folders = [Path(__file__).parent, tmp_path / "up", tmp_path / "out"]
    command = [sys.executable, "-c", code, *map(str, folders)]
    chance = random.Random(5)
    killed = 0
    while killed < 5:
        with subprocess.Popen(command, stdout=subprocess.PIPE) as run:
            assert run.stdout.readline().endswith(b"to grade\n")  # the imports are behind it
            before = {path: path.stat().st_mtime_ns for path in results_in(tmp_path / "out")}
            time.sleep(chance.uniform(0, 0.35))
            kill_tree(run.pid)
        killed += 1
        for path, written in before.items():
            assert path.stat().st_mtime_ns == written  # finished ones are kept as they are
        for path in results_in(tmp_path / "out"):
            json.loads(path.read_bytes())  # whole
    assert subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0
    calm, killed_often = (tmp_path / out / "grades.csv" for out in ("calm", "out"))
    assert calm.read_bytes() == killed_often.read_bytes()
    assert not list((tmp_path / "out").glob(".grades*"))


def results_in(out):
    return sorted(out.glob("*/results.json"))
