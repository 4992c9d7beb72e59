"""Temporary folders are removed with their run or, if it was killed, by the next one."""

import fcntl
import os
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from cs336_staff.files.scratch import remove_leftovers, scratch_folder

HOLD = """
import sys
from cs336_staff.files.scratch import scratch_folder
with scratch_folder() as folder:
    (folder / "adapters.py").touch()
    print(folder, flush=True)
    sys.stdin.read()
"""
COMMAND = f"from cs336_staff import cli\ncli.app = lambda: exec({HOLD!r})\ncli.main()"


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


@pytest.fixture
def start(temporary):
    """Start a process that holds a scratch folder until it is killed; return it and the folder."""
    started = []

    def run(code):
        command = [sys.executable, "-c", code]
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=partial(signal.signal, signal.SIGHUP, signal.SIG_DFL),  # nohup ignores it
        )
        started.append(process)
        return process, process.stdout.readline().strip()

    yield run
    for process in started:
        process.kill()
        process.communicate()


def test_a_folder_is_gone_at_the_end_of_its_block(temporary):
    with pytest.raises(KeyError), scratch_folder() as folder:
        (folder / "a").mkdir()
        assert folder.parent == temporary and os.stat(folder).st_mode & 0o777 == 0o700
        raise KeyError
    assert not list(temporary.iterdir())


def test_what_a_killed_run_left_goes_at_the_next_start_and_what_is_in_use_stays(temporary, start):
    dead, left = start(HOLD)
    _, used = start(HOLD)
    remove_leftovers()
    assert os.path.exists(left) and os.path.exists(used)
    dead.kill()
    dead.wait()
    assert os.path.exists(left)
    remove_leftovers()
    assert not os.path.exists(left) and os.path.exists(used)


def test_what_a_run_left_that_was_killed_before_it_locked_goes_when_it_is_old(temporary):
    old, new, held = (temporary / f".cs336-new-{name}" for name in ("old", "new", "held"))
    for folder in (old, new, held):
        folder.mkdir()
    for folder in (old, held):
        os.utime(folder, (time.time() - 7200,) * 2)
    lock = os.open(held, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    remove_leftovers()
    os.close(lock)
    assert sorted(temporary.iterdir()) == [held, new]


def test_what_is_no_scratch_folder_stays(temporary):
    (temporary / "elsewhere").mkdir()
    (temporary / "elsewhere" / "file").touch()
    (temporary / "cs336-scratch-link").symlink_to(temporary / "elsewhere")
    (temporary / "cs336-scratch-file").touch()
    (temporary / "cs336-notes").mkdir()
    before = sorted(temporary.rglob("*"))
    remove_leftovers(str(temporary / "gone"))
    assert sorted(temporary.rglob("*")) == before


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_command_that_is_terminated_leaves_nothing(temporary, start, number):
    process, folder = start(COMMAND)
    assert os.path.exists(folder)
    process.send_signal(number)
    assert process.wait(60) == 128 + number
    assert not list(temporary.iterdir())
