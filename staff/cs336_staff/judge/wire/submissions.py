"""A submission's files, on their way from the judge into the supervisor that holds them."""

import os
from pathlib import Path

from cs336_staff.judge.wire.primitives import Reader, Refused, Writer

_MAX_BYTES = 48 * 2**20


def write_submission(out: Writer, submission: Path) -> None:
    """Write adapters.py and what is under cs336_basics; links and compiled files stay out."""
    folders = ["cs336_basics"] if (submission / "cs336_basics").is_dir() else []
    files: list[str] = []
    pending = list(folders)
    adapters = submission / "adapters.py"
    if adapters.is_file() and not adapters.is_symlink():
        files.append("adapters.py")
    while pending:
        folder = pending.pop()
        for entry in sorted(os.scandir(submission / folder), key=lambda entry: entry.name):
            name = f"{folder}/{entry.name}"
            if entry.is_dir(follow_symlinks=False) and entry.name != "__pycache__":
                folders.append(name)
                pending.append(name)
            elif entry.is_file(follow_symlinks=False) and not entry.name.endswith(".pyc"):
                files.append(name)
    out.number(len(folders))
    for name in folders:
        out.blob(os.fsencode(name))
    out.number(len(files))
    for name in files:
        out.blob(os.fsencode(name))
        out.blob((submission / name).read_bytes())
        if out.size > _MAX_BYTES:
            raise Refused(f"the submission is over {_MAX_BYTES // 2**20} MiB")


def read_submission(source: Reader, root: Path) -> None:
    """Write the files into a folder. They come from the judge, so the names are its own."""
    for _ in range(source.number()):
        (root / os.fsdecode(bytes(source.blob()))).mkdir(parents=True, exist_ok=True)
    for _ in range(source.number()):
        path = root / os.fsdecode(bytes(source.blob()))
        path.write_bytes(source.blob())
