"""The state of a class's run, which is all in files.

A submission is done when its results.json is there, made with the run's seed from these very
files; so the same command goes on after anything, and ends with the same grades.
"""

import fcntl
import hashlib
import json
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cs336_staff.intake import Unfit, take_in
from cs336_staff.paths import ROOT
from cs336_staff.uploads import Entry

CRASHED = "judge crashed"


class BatchError(ValueError):
    """A class cannot be graded as asked; the message says why and what to do."""


def load_results(out: Path, name: str = "*") -> list[dict[str, Any]]:
    """Return the results in a folder, all or one, in the order of their folders' names."""
    folders = sorted((path.parent for path in out.glob(f"{name}/results.json")), key=_by_name)
    return [json.loads((folder / "results.json").read_bytes()) for folder in folders]


def _by_name(folder: Path) -> tuple[str, str]:
    return folder.name.casefold(), folder.name


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Keep a second run out of a folder; the lock goes with the process, however it ends."""
    out.mkdir(parents=True, exist_ok=True)
    with (out / ".lock").open("a") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # not inherited by forks
        except OSError as error:
            raise BatchError(f"another run is grading into {out}") from error
        for partial in [*out.glob(".grades.csv.*"), *out.glob(".*.html.*"), *out.glob(".run.*")]:
            partial.unlink()  # what a killed run had begun to write
        yield


def open_run(out: Path, seed: int | None, resume: bool, entries: list[Entry]) -> int:
    """Return the run's seed: the folder's own, or a new one, kept where only its owner reads."""
    file = out / "run.json"
    suite = suite_fingerprint()
    if not resume:
        for entry in entries:
            (out / entry.name / "results.json").unlink(missing_ok=True)
        if not any(out.glob("*/results.json")):
            file.unlink(missing_ok=True)
    if file.exists():
        run = json.loads(file.read_text())
        if seed not in (None, run["seed"]):
            raise BatchError(
                f"{out} was graded with another seed; leave --seed out to go on with its own, "
                "or choose another folder"
            )
        if run["suite"] != suite:
            raise BatchError(
                f"the tests have changed since {out} was begun, so its grades would not be "
                "comparable; grade everything again with --no-resume, or into another folder"
            )
        return int(run["seed"])
    seed = secrets.randbits(48) if seed is None else seed
    partial = out / f".run.json.{os.getpid()}"
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
        json.dump({"seed": seed, "suite": suite}, stream)
        stream.flush()
        os.fsync(stream.fileno())
    partial.replace(file)
    return seed


def suite_fingerprint() -> str:
    """Return a hash of all that the tests are made of."""
    digest = hashlib.sha256()
    files = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "tests").rglob("*.toml")]
    for path in sorted(files):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def fingerprint(submission: Path) -> str:
    """Return a hash of what would be graded of a submission, or of why it cannot be."""
    digest = hashlib.sha256()
    with tempfile.TemporaryDirectory(prefix="cs336-") as folder:
        try:
            taken = take_in(submission, Path(folder) / "submission")
        except Unfit as unfit:
            return hashlib.sha256(f"unfit: {unfit}".encode(errors="replace")).hexdigest()
        for path in sorted(path for path in taken.rglob("*") if path.is_file()):
            name = path.relative_to(taken).as_posix()
            digest.update(name.encode(errors="surrogateescape") + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def is_done(out: Path, entry: Entry, seed: int) -> bool:
    """Say whether a submission's results are there, of these files and with this seed."""
    try:
        extra = json.loads((out / entry.name / "results.json").read_bytes())["extra_data"]
    except (OSError, ValueError, KeyError):
        return False
    if extra.get("ended") == CRASHED or extra.get("seed") != seed:
        return False
    return extra.get("fingerprint") == fingerprint(entry.path)
