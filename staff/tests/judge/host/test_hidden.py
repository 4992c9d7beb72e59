"""What is hidden from the users that submissions run as, and which users these are."""

import os
import signal

import pytest

from cs336_staff.judge.host.hidden import hidden
from cs336_staff.judge.sandboxed import users


def test_all_is_hidden_but_what_is_shown_and_has_its_mode_again(tmp_path):
    for name in ("tests", "venv/lib", "venv/secret"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "run").touch()
    paths = [tmp_path, *sorted(tmp_path.rglob("*"))]
    for path in paths:
        path.chmod(0o755)
    (tmp_path / "link").symlink_to("/")
    with hidden([tmp_path], {str(tmp_path / "venv" / "lib")}) as open_still:
        modes = {str(path.relative_to(tmp_path)): path.stat().st_mode & 0o777 for path in paths}
        assert open_still == []
    assert modes == {
        **{".": 0o711, "run": 0o700, "tests": 0o700, "venv": 0o711},
        **{"venv/lib": 0o755, "venv/secret": 0o700},
    }
    assert {path.stat().st_mode & 0o777 for path in paths} == {0o755}


def test_the_last_of_two_runs_gives_the_mode_back(tmp_path):
    tmp_path.chmod(0o755)
    with hidden([tmp_path], ()):
        with hidden([tmp_path], ()):
            pass
        assert tmp_path.stat().st_mode & 0o777 == 0o700
    assert tmp_path.stat().st_mode & 0o777 == 0o755
    assert os.listxattr(tmp_path) == []


def test_the_next_run_gives_the_mode_back_where_one_was_killed(tmp_path):
    tmp_path.chmod(0o751)
    child = os.fork()
    if not child:
        with hidden([tmp_path], ()):
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    assert tmp_path.stat().st_mode & 0o777 == 0o700
    with hidden([tmp_path], ()):
        pass
    assert tmp_path.stat().st_mode & 0o777 == 0o751


MAPS = {
    "a host, or Docker": ("0 0 4294967295", "0 0 4294967295", range(2**30, 2**31 - 2)),
    "a rootless container": ("0 0 65536", "0 0 65536", range(32767, 65534)),
    "in two parts": ("0 1000 1\n1 100000 65536", "0 1000 1\n1 100000 65536", range(32767, 65534)),
    "fewer groups": ("0 0 4294967295", "0 0 40000", range(20000, 40000)),
}


@pytest.mark.parametrize("name", MAPS)
def test_ids_are_free_and_mapped(monkeypatch, tmp_path, name):
    *texts, expected = MAPS[name]
    files = {}
    for kind, text in zip(("uid", "gid"), texts, strict=True):
        files[f"/proc/self/{kind}_map"] = tmp_path / kind
        (tmp_path / kind).write_text(text + "\n")
    monkeypatch.setattr(users, "Path", files.get)
    assert users.free_ids() == expected


def test_too_few_ids_are_an_error_that_says_where_they_are_listed(monkeypatch, tmp_path):
    (tmp_path / "map").write_text("0 1000 1\n")
    monkeypatch.setattr(users, "Path", lambda path: tmp_path / "map")
    with pytest.raises(OSError, match="/proc/self/uid_map"):
        users.free_ids()
