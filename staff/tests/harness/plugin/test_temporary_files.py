"""A machine without room for temporary files stops a run, and no answer is called wrong for it."""

import getpass
import os

import pytest
from support.judge_parts import exit_code_of, mount_disk
from support.suite_runs import run_pytest

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
