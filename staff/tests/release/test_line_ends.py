"""Linux runs the files of a clone that Git for Windows made: in WSL, or from a zip file."""

import subprocess
from pathlib import Path


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def test_a_clone_with_autocrlf_has_the_line_ends_that_git_has(clone, tmp_path):
    git(clone, "commit", "--allow-empty", "--message=as on disk")
    git(tmp_path, "-c", "core.autocrlf=true", "clone", "--quiet", f"file://{clone}", "windows")
    names = git(clone, "ls-files", "-z").split("\0")[:-1]
    made = tmp_path / "windows"
    assert [
        name for name in names if (made / name).read_bytes() != (clone / name).read_bytes()
    ] == []
