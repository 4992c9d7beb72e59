"""Make the student's copy from the reference, and prove that it is fit to hand out."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from rich.console import Console

from cs336_staff.files.archive import write_zip
from cs336_staff.judge.in_process import grade_in_process
from cs336_staff.paths import ROOT, SOLUTION
from cs336_staff.release.stubs import CutError, cut, read_lines
from tests.harness.plugin.options import SEED
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import NOT_RUN, PASSED, TODO
from tests.harness.watching.warm import warm_up

COPIED = (
    *("README.md", "pyproject.toml", "environment.yml", "conftest.py", ".gitignore"),
    *("tests", "handout"),
)
# Left out: in README.md what is between the marks, in pyproject.toml the lines about staff/.
_STAFF_PARTS = re.compile(
    r"<!-- BEGIN STAFF -->(?s:.*?)<!-- END STAFF -->\n?|^.*\bstaff/.*\n", re.M
)
ANSWER_LINE_LENGTH = 24  # shorter lines, such as `return 0`, reveal nothing
RENEW = "renew with: cs336-staff release --cut"
SHARED_LINES = 3  # that a test may share with answers: `for group in optimizer.param_groups:`


class ReleaseError(RuntimeError):
    """The copy must not be handed out; the message names the reason and how to mend it."""


def cut_reference() -> dict[Path, str]:
    """Return the student's adapters.py and cs336_basics/, by path relative to the root."""
    problems = load_problems()
    try:
        return {
            file.relative_to(SOLUTION): cut(
                _text(file), problems, file.relative_to(ROOT).as_posix()
            )
            for file in _reference_files()
        }
    except CutError as error:
        raise ReleaseError(str(error)) from error


def _reference_files() -> list[Path]:
    return [SOLUTION / "adapters.py", *sorted((SOLUTION / "cs336_basics").glob("*.py"))]


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ReleaseError(f"{file} is not in UTF-8: {error}") from error


def write_stubs(destination: Path = ROOT) -> None:
    """Cut the reference's adapters.py and cs336_basics/ into a folder; remove other modules."""
    made = cut_reference()
    for file in destination.glob("cs336_basics/*.py"):
        if file.relative_to(destination) not in made:
            file.unlink()
    for name, text in made.items():
        target = destination / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def check_root(root: Path = ROOT) -> None:
    """Check that the stubs at the root are exactly the cut of the reference.

    Raises:
        ReleaseError: naming the files that differ.
    """
    if wrong := stale_stubs(root):
        raise ReleaseError(f"not the cut of staff/solution: {', '.join(wrong)}; {RENEW}")


def stale_stubs(root: Path = ROOT) -> list[str]:
    """Return the files at the root that differ from the cut of the reference.

    Raises:
        ReleaseError: the reference cannot be cut.
    """
    expected = cut_reference()
    present = {Path("adapters.py"), *(p.relative_to(root) for p in root.glob("cs336_basics/*.py"))}
    return [
        name.as_posix()
        for name in sorted(present | expected.keys())
        if name not in expected
        or not (root / name).is_file()
        or (root / name).read_bytes().decode(errors="replace") != expected[name]
    ]


def make_release(destination: Path, console: Console) -> Path:
    """Write the student's copy to a new folder and to a zip file beside it, checked.

    Args:
        destination: the folder to make; `<destination>.zip` is made beside it.
        console: where progress is printed.

    Returns:
        The zip file.

    Raises:
        ReleaseError: the destination exists or is in the repository, or a check failed. Nothing
            is left of the copy then.
    """
    destination, archive = check_place(destination)
    with tempfile.TemporaryDirectory(dir=destination.parent) as folder:
        copy = Path(folder) / "copy"
        _copy_for_students(copy)
        tried = Path(folder) / "tried"  # checks run in it, and leave compiled modules
        shutil.copytree(copy, tried)
        console.print("checking that nothing of an answer is left", highlight=False)
        _check_no_answer_left(tried)
        console.print("checking that the reference passes", highlight=False)
        _check_reference()
        console.print("checking that each stub fails with its own message", highlight=False)
        _check_stubs(tried)
        write_zip(copy, Path(folder) / "copy.zip", commit_time(ROOT), destination.name)
        copy.rename(destination)
        (Path(folder) / "copy.zip").rename(archive)
    made = f"made {destination} and {archive}"
    console.print(made, markup=False, highlight=False, soft_wrap=True)
    return archive


def check_place(destination: Path) -> tuple[Path, Path]:
    """Return a release's folder and zip file, absolute.

    Raises:
        ReleaseError: one of them exists, or they would be in the repository.
    """
    destination = destination.resolve()
    archive = destination.parent / f"{destination.name}.zip"
    check_new(destination, archive)
    if destination.is_relative_to(ROOT):
        raise ReleaseError(f"{destination} is in this repository; name a folder outside of it")
    return destination, archive


def check_new(*paths: Path) -> None:
    """Check that paths to write to do not exist, and their folders do.

    Raises:
        ReleaseError: naming the path that exists, or the folder that does not.
    """
    for path in paths:
        if path.exists():
            raise ReleaseError(f"{path} exists already; name a new one or remove it")
        if not path.parent.is_dir():
            raise ReleaseError(f"there is no folder {path.parent} to write to")


def _copy_for_students(copy: Path, root: Path = ROOT) -> None:
    """Copy the student's files that are in git."""
    for name in files_in_git(root, COPIED):
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if "/" in name:
            shutil.copy(root / name, target)
        else:
            text = (root / name).read_text(encoding="utf-8")
            target.write_text(_STAFF_PARTS.sub("", text), encoding="utf-8")
    write_stubs(copy)


def files_in_git(root: Path, names: tuple[str, ...]) -> list[str]:
    """Return the files under these names that are in git.

    Raises:
        ReleaseError: there are files that are not in git, or there is no git clone.
    """
    if unknown := _listed(root, names, "--others", "--exclude-standard"):
        raise ReleaseError(f"not in git: {', '.join(unknown)}; add them, or remove them")
    return _listed(root, names)


def commit_time(root: Path) -> int:
    """Return the time of the last commit, in seconds since 1970."""
    return int(_git(root, "log", "-1", "--format=%ct"))


def _listed(root: Path, names: tuple[str, ...], *options: str) -> list[str]:
    found = _git(root, "ls-files", "-z", *options, "--", *names)
    return [name for name in found.split("\0") if name]


def _git(root: Path, *words: str) -> str:
    command = ["git", *words]
    try:
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    except OSError as error:
        raise ReleaseError(f"a release is made from the files in git; git: {error}") from error
    except subprocess.CalledProcessError as error:
        why = f"in {root}, git: {error.stderr.strip()}"
        raise ReleaseError(f"a release is made from a git clone; {why}") from error
    return done.stdout


def answer_lines(sources: list[str]) -> set[str]:
    """Return the lines between the marks of reference files that reveal an answer.

    An import reveals none.
    """
    lines = [line for source in sources for line in read_lines(source) if not line.begins]
    inside = {line.text.strip() for line in lines if line.answers is not None}
    outside = {line.text.strip() for line in lines if line.answers is None}
    long = {text for text in inside - outside if len(text) >= ANSWER_LINE_LENGTH}
    return {text for text in long if not text.startswith(("import ", "from "))}


def _check_no_answer_left(copy: Path) -> None:
    """Check that no part of an answer is left, and no part of staff/."""
    answers = answer_lines([file.read_text(encoding="utf-8") for file in _reference_files()])
    stubs = {copy / "adapters.py", *(copy / "cs336_basics").glob("*.py")}
    for file in sorted(path for path in copy.rglob("*") if path.is_file()):
        text = file.read_bytes().decode("utf-8", "replace")
        left = sorted(answers & {line.strip() for line in text.splitlines()})
        marked = file.suffix == ".py" and re.search(r"(BEGIN|END) SOLUTION", text)
        if marked or len(left) > (0 if file in stubs else SHARED_LINES):
            name = file.relative_to(copy).as_posix()
            raise ReleaseError(f"{name} still has a part of an answer: {(left or ['a mark'])[0]}")
    if (copy / "staff").exists():
        raise ReleaseError("the copy has a folder staff/")


def _check_reference() -> None:
    """Check that the reference earns every point that this machine can judge."""
    warm_up()
    verdict = grade_in_process(SOLUTION, SEED)
    wrong = [row for row in verdict.scores.problems if row.status not in (PASSED, NOT_RUN)]
    if wrong or verdict.reason:
        first = verdict.reason or f"{wrong[0].problem.id}: {wrong[0].text}"
        raise ReleaseError(f"the reference does not pass the suite: {first}")


def _check_stubs(copy: Path) -> None:
    """Check that each stub fails each of its own tests with its own message."""
    problems = load_problems()
    verdict = grade_in_process(copy, SEED)
    for test in verdict.scores.tests:
        if test.outcome == NOT_RUN:
            continue
        problem = problems[test.problem]
        stub = test.failure.stub if test.failure else ""
        expected = "another problem’s" if problem.cuda else "its own"  # a CUDA problem has none
        if test.outcome != TODO or (stub == problem.id) == problem.cuda:
            raise ReleaseError(
                f"{test.id} should reach {expected} stub, but: {test.outcome}: "
                f"{test.text.strip() or '(no message)'}"
            )
