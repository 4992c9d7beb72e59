"""A course of twenty problems with other points: everything follows tests/course.toml."""

import csv
import json
import os
import shutil
import subprocess
import sys
import zipfile

import pytest

from cs336_staff.paths import SOLUTION
from tests.harness.plugin.problems import (
    BadProblems,
    all_problems,
    choose_problems,
    load_problems,
)

KEPT = 20
OTHER_POINTS = 7


def test_the_course_asks_for_all_problems_by_default():
    assert load_problems() == all_problems()


@pytest.mark.parametrize(
    ("course", "says"),
    [
        ("leave_out = ", "is no TOML"),
        ("left_out = []", "there is no left_out; a course has leave_out and points"),
        ('leave_out = "mfu"', "leave_out must be a list of ids, got 'mfu'"),
        ('leave_out = ["mfuu"]', "no problem is named 'mfuu'"),
        ("[points]\nmfuu = 1", "no problem is named 'mfuu'"),
        ("[points]\nmfu = 0", "points must be ids with positive integers"),
        ("points = 3", "points must be ids with positive integers"),
        ('leave_out = ["time_matmul"]', "matmul_throughput measures time_matmul: leave out both"),
        (f"leave_out = {list(all_problems())}", "it leaves out every problem"),
    ],
)
def test_a_mistake_in_the_course_is_one_clear_error(tmp_path, course, says):
    file = tmp_path / "course.toml"
    file.write_text(course)
    with pytest.raises(BadProblems) as error:
        choose_problems(all_problems(), file)
    assert str(file) in str(error.value) and says in str(error.value)


def test_everything_follows_the_course(clone, tmp_path):
    kept = [id_ for id_, problem in all_problems().items() if not problem.cuda][::2][:KEPT]
    first = kept[0]
    left_out = [id_ for id_ in all_problems() if id_ not in kept]
    file = clone / "tests" / "course.toml"
    file.write_text(f"leave_out = {json.dumps(left_out)}\n[points]\n{first} = {OTHER_POINTS}\n")
    total = sum(p.points for p in all_problems().values() if p.id in kept)
    total += OTHER_POINTS - all_problems()[first].points

    def run(*words, folder=clone, code=0):
        env = os.environ | {"PYTHONPATH": f"{clone}:{clone / 'staff'}"}
        done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    staff = (sys.executable, "-c", "from cs336_staff.cli import main; main()")
    suite = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")

    run(*staff, "release", "--cut")
    stub = (clone / "cs336_basics" / f"{all_problems()[left_out[0]].module}.py").read_text()
    assert f"this course leaves {left_out[0]} out" in stub
    run(sys.executable, "-m", "cs336_staff.handout")
    run("git", "add", "--all")

    out = run(*suite, "--submission=staff/solution")
    assert f"{total} of {total} points" in out
    assert [line.split()[0] for line in out.splitlines() if line.endswith("passed")] == kept

    run(*staff, "release", str(tmp_path / "student"))
    assert f"0 of {total} points" in run(*suite, folder=tmp_path / "student", code=1)

    shutil.copytree(SOLUTION, tmp_path / "uploads" / "reference")
    run(*staff, "grade", str(tmp_path / "uploads"), "--out", str(tmp_path / "results"))
    with (tmp_path / "results" / "grades.csv").open() as grades:
        (row,) = csv.DictReader(grades)
    assert float(row["Total Score"]) == float(row["Max Points"]) == total
    pages = "".join(page.read_text() for page in (tmp_path / "results").rglob("*.html"))
    assert all_problems()[first].title in pages
    assert all_problems()[left_out[0]].title not in pages

    run(*staff, "release", "--gradescope", str(tmp_path / "grader.zip"))
    with zipfile.ZipFile(tmp_path / "grader.zip") as archive:
        names = [name for name in archive.namelist() if name.endswith("tests/course.toml")]
        assert archive.read(names[0]).decode() == file.read_text()

    assert f"this course leaves {left_out[0]} out" in run(*suite, "--problems", left_out[0], code=4)
