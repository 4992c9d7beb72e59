"""A release has the same bytes every time, or is refused with the reason."""

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from rich.console import Console

from cs336_staff.paths import ROOT, SOLUTION
from cs336_staff.release import student_copy as release
from cs336_staff.release.student_copy import ReleaseError, check_root, make_release, write_stubs

QUIET = Console(quiet=True)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("release") / "assignment"
    with pytest.MonkeyPatch.context() as patch:  # as where Python writes compiled modules
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        patch.setattr(sys, "dont_write_bytecode", False)
        make_release(folder, QUIET)
    return folder


def test_students_get_these_and_nothing_of_the_staff(made):
    names = {path.name for path in made.iterdir()}
    expected = {"README.md", "pyproject.toml", "environment.yml", "conftest.py", ".gitignore"}
    expected |= {"adapters.py"}
    assert names == expected | {"cs336_basics", "tests", "handout"}
    assert {"handout.html", "handout.pdf"} <= {path.name for path in (made / "handout").iterdir()}
    text = "\n".join(path.read_text() for path in made.rglob("*.py"))
    assert "SOLUTION" not in text


def test_the_zip_holds_the_folder_and_is_the_same_when_made_again(made, tmp_path):
    archive = made.with_name("assignment.zip")
    with zipfile.ZipFile(archive) as file:
        packed = set(file.namelist())
    assert packed == {p.relative_to(made.parent).as_posix() for p in made.rglob("*") if p.is_file()}
    release.write_zip(made, tmp_path / "again.zip", release.commit_time(ROOT), made.name)
    assert (tmp_path / "again.zip").read_bytes() == archive.read_bytes()


def test_a_release_overwrites_nothing(made):
    with pytest.raises(ReleaseError, match="exists already"):
        make_release(made, QUIET)


def test_a_file_that_differs_from_the_cut_is_named_and_cut_again(tmp_path):
    write_stubs(tmp_path)
    with (tmp_path / "cs336_basics" / "memory.py").open("a") as file:
        file.write("\n# my own\n")
    (tmp_path / "cs336_basics" / "more.py").touch()
    named = r"cs336_basics/memory\.py, cs336_basics/more\.py.*release --cut"
    with pytest.raises(ReleaseError, match=named):
        check_root(tmp_path)
    write_stubs(tmp_path)
    check_root(tmp_path)


def test_the_copys_own_files_are_whole_and_say_nothing_of_the_staff(made):
    readme = (made / "README.md").read_text()
    assert readme.startswith("# PyTorch and resource accounting")
    assert "pip install -e ." in readme
    assert "staff" not in readme.lower()
    configured = (made / "pyproject.toml").read_text()
    assert "staff" not in configured
    project = tomllib.loads(configured)
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["project"] == ours["project"]
    pinned = next(name for name in project["project"]["dependencies"] if name.startswith("torch=="))
    assert f"pip install {pinned} --index-url https://download.pytorch.org/whl/cpu" in readme
    assert project["build-system"] == ours["build-system"]
    assert project["tool"]["pytest"] == ours["tool"]["pytest"]


def test_a_student_can_begin_with_the_copy_alone(made):
    command = [sys.executable, "-m", "pytest", "-k", "tensor_bytes", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=made, env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert "Next: tensor_bytes" in done.stdout, done.stdout + done.stderr


def test_an_answer_left_behind_stops_the_release(made):
    answers = (release.SOLUTION / "cs336_basics" / "memory.py").read_text()
    file = made / "cs336_basics" / "memory.py"
    before = file.read_text()
    file.write_text(answers.replace("# BEGIN SOLUTION", "").replace("# END SOLUTION", ""))
    try:
        with pytest.raises(ReleaseError, match=r"memory\.py still has a part of an answer"):
            release._check_no_answer_left(made)
    finally:
        file.write_text(before)


@pytest.mark.parametrize("name", ["tests/solved.txt", "handout/memory.py"])
def test_an_answer_anywhere_stops_the_release(made, name):
    answers = (release.SOLUTION / "cs336_basics" / "memory.py").read_text()
    (made / name).write_text(answers.replace("# BEGIN SOLUTION", "").replace("# END SOLUTION", ""))
    try:
        with pytest.raises(ReleaseError, match=f"{name} still has a part of an answer"):
            release._check_no_answer_left(made)
    finally:
        (made / name).unlink()


def test_a_copy_with_a_folder_of_the_staffs_stops_the_release(made):
    (made / "staff").mkdir()
    try:
        with pytest.raises(ReleaseError, match="the copy has a folder staff/"):
            release._check_no_answer_left(made)
    finally:
        (made / "staff").rmdir()


def test_a_file_that_git_does_not_know_stops_the_release(tmp_path, clone):
    (clone / "tests" / "scratch.py").touch()
    with pytest.raises(ReleaseError, match=r"not in git: tests/scratch\.py"):
        release._copy_for_students(tmp_path / "copy", clone)
    (clone / "tests" / "scratch.py").unlink()
    (clone / "tests" / "__pycache__").mkdir()
    (clone / "tests" / "__pycache__" / "scratch.pyc").touch()  # git ignores these
    release._copy_for_students(tmp_path / "copy", clone)
    assert (tmp_path / "copy" / "tests" / "problems.toml").exists()
    assert not (tmp_path / "copy" / "tests" / "__pycache__").exists()


def test_without_git_there_is_no_release(tmp_path):
    with pytest.raises(ReleaseError, match="is made from a git clone"):
        release._copy_for_students(tmp_path / "copy", tmp_path)


def test_git_says_itself_what_is_wrong(clone, tmp_path, monkeypatch):
    (clone / ".git" / "HEAD").write_text("broken")
    with pytest.raises(ReleaseError, match=r"in .*, git: fatal: "):
        release._copy_for_students(tmp_path / "copy", clone)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ReleaseError, match=r"git: .*No such file"):
        release._copy_for_students(tmp_path / "copy", clone)


def test_a_release_is_outside_of_the_repository(monkeypatch, clone):
    monkeypatch.setattr(release, "ROOT", clone)
    with pytest.raises(ReleaseError, match="is in this repository"):
        release.make_release(clone / "tests" / "assignment", Console(quiet=True))


def test_a_reference_that_is_no_text_is_named(monkeypatch, tmp_path):
    solution = shutil.copytree(SOLUTION, tmp_path / "solution")
    with (solution / "cs336_basics" / "flops.py").open("ab") as file:
        file.write(b"\xff")
    monkeypatch.setattr(release, "SOLUTION", solution)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    with pytest.raises(ReleaseError, match=r"flops\.py is not in UTF-8"):
        release.cut_reference()


@pytest.mark.parametrize("name", [".", "/"])
def test_a_folder_that_is_there_is_no_place_for_a_release(name):
    with pytest.raises(ReleaseError, match="exists already"):
        make_release(Path(name), QUIET)


def test_a_stub_that_passes_a_test_stops_the_release(made):
    file = made / "cs336_basics" / "memory.py"
    before = file.read_text()
    marker = 'raise NotImplementedError("problem storage_bytes: see handout §2.2")'
    assert marker in before
    file.write_text(before.replace(marker, "return x.untyped_storage().nbytes()"))
    try:
        with pytest.raises(ReleaseError, match="should reach its own stub"):
            release._check_stubs(made)
    finally:
        file.write_text(before)
