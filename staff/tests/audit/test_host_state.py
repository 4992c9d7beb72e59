"""An audit detects what hostile submissions changed on the machine."""

import os
import subprocess
from dataclasses import replace

import pytest

from cs336_staff.audit import host_state as machine
from cs336_staff.audit.host_state import WORKER_UIDS, machine_changes, machine_state


def test_a_changed_repository_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr("cs336_staff.audit.host_state.ROOT", tmp_path)
    (tmp_path / "file").write_text("1")
    before = machine_state()
    assert machine_changes(before, machine_state()) == []
    (tmp_path / "file").write_text("2")
    after = machine_state()
    assert machine_changes(before, after) == ["files of this repository changed"]
    [change] = machine_changes(after, replace(after, devices=[None]))
    assert change.startswith("one of /dev/{null,")


@pytest.fixture
def worker(monkeypatch, tmp_path):
    """Return a function that starts a process like a worker's; end the process with the test."""
    monkeypatch.setattr("cs336_staff.audit.host_state.ROOT", tmp_path)
    monkeypatch.setattr(machine, "ENDING_SECONDS", 1.0)
    started = []

    def start(program):
        own = {"user": WORKER_UIDS[7]} if os.getuid() == 0 else {}
        command = ["sh", "-c", program]
        started.append(subprocess.Popen(command, stdout=subprocess.PIPE, cwd="/", **own))
        return started[-1], int(started[-1].stdout.readline())

    yield start
    for process in started:
        process.kill()
        process.communicate()


SLEEPS = "echo $$; exec sleep {}"


def test_a_process_that_stays_is_noticed_and_one_that_is_ending_is_not(worker):
    before = machine_state()
    process, pid = worker(SLEEPS.format(60))
    assert machine_changes(before, machine_state()) == [f"processes of a worker are left: {pid}"]
    during = machine_state()
    process.kill()
    process.wait()
    assert machine_changes(before, during) == []


@pytest.mark.skipif(os.getuid() != 0, reason="workers have a user id of their own under root alone")
def test_a_process_that_got_away_is_known_by_its_user(worker):
    worker(SLEEPS.format(60))
    before = machine_state()
    child, pid = worker(f"setsid sh -c '{SLEEPS.format(4)}' &")
    child.wait()
    assert machine_changes(before, machine_state()) == [f"processes of a worker are left: {pid}"]
