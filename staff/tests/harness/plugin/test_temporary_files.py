"""Where temporary files are; no answer is called wrong on a machine without room for them."""

import getpass
import os
import tempfile
from pathlib import Path

import pytest
from support.judge_parts import exit_code_of, mount_disk
from support.suite_runs import run_pytest

from tests.harness.plugin import temporary_files

ARGUMENTS = ("--submission=staff/solution", "--problems=token_file,mfu")


def assert_one_clear_error(shown, what):
    assert what in shown
    assert "TMPDIR" in shown
    assert "token_file" not in shown


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="gives a folder to someone else")
def test_a_folder_of_someone_else_is_one_clear_error(tmp_path, monkeypatch):
    folder = tmp_path / f"pytest-of-{getpass.getuser()}"
    folder.mkdir()
    os.chown(folder, 65534, 65534)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    done = run_pytest(*ARGUMENTS, fresh=True)
    assert done.returncode == 4
    assert_one_clear_error(done.stdout + done.stderr, "not owned by the current user")


@pytest.mark.parametrize("size", ["16k", "64k"])
def test_a_full_disk_is_one_clear_error(size, tmp_path, monkeypatch):
    disk, shown = tmp_path / "disk", tmp_path / "shown"
    disk.mkdir()
    monkeypatch.setenv("TMPDIR", str(disk))

    def work():
        mount_disk(disk, size)
        done = run_pytest(*ARGUMENTS, fresh=True)
        shown.write_text(done.stdout + done.stderr)

    exit_code_of(work)
    assert_one_clear_error(shown.read_text(), "No space left on device")


@pytest.mark.parametrize("named", [True, False])
def test_files_are_in_memory_unless_the_user_names_a_place(named, tmp_path, monkeypatch):
    monkeypatch.setattr(temporary_files, "MEMORY", tmp_path)
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.delenv(name, raising=False)
    if named:
        monkeypatch.setenv("TMPDIR", "/mine")
    assert temporary_files.memory_folder() == (None if named else str(tmp_path))


def test_memory_with_little_room_is_left_alone(tmp_path, monkeypatch):
    disk, chosen = tmp_path / "disk", tmp_path / "chosen"
    disk.mkdir()
    monkeypatch.setattr(temporary_files, "MEMORY", disk)
    monkeypatch.delenv("TMPDIR", raising=False)

    def work():
        mount_disk(disk, "8m")
        chosen.write_text(str(temporary_files.memory_folder()))

    exit_code_of(work)
    assert chosen.read_text() == "None"


def test_a_run_leaves_no_files_behind(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert run_pytest(*ARGUMENTS, fresh=True).returncode == 0
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_sparse_files_are_not_in_memory(monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(temporary_files.MEMORY))
    monkeypatch.delenv("TMPDIR", raising=False)
    assert not Path(temporary_files.disk_folder()).is_relative_to(temporary_files.MEMORY)
    assert tempfile.gettempdir() == str(temporary_files.MEMORY)
