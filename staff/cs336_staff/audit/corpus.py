"""The corpus: submissions whose verdict is known, each built from the reference and one file."""

import ast
import re
import shutil
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

from cs336_staff.paths import CORPUS, SOLUTION
from cs336_staff.release.stubs import lines_of_answer
from cs336_staff.results.typed_json import BadData, decode
from tests.harness.plugin.problems import all_problems, did_you_mean, load_problems
from tests.harness.plugin.submitted_files import UNPARSABLE

KINDS = ("wrong", "correct", "flagged", "hostile")
TREES = "hostile_trees"
CAUGHT_BY = "caught_by.json"  # which test caught each wrong entry last: it runs first
BUILD_SECONDS = 60
Edit = tuple[str, tuple[str, ...]]  # a line of the reference, and those in its place


class CorpusError(ValueError):
    """Corpus entries that are not of the form staff/README.md gives; an argument each."""

    def __str__(self) -> str:
        return "\n".join(self.args)


@dataclass(frozen=True)
class Entry:
    """One submission of known verdict.

    Attributes:
        kind: "wrong", "correct", "flagged" or "hostile".
        module: the module its code is appended to; "" for a tree.
        name: the file's or the tree's name.
        path: the file, or the folder of a tree.
        problem: the problem that must lose its points, or whose rule is avoided; "" for a
            correct one.
        hint: words that the failure must contain; "" where any failure is right.
        edits: what it changes in the reference's answer to the problem.
        caught_by: id of the test that caught it in an earlier audit; "" where it is unknown.
    """

    kind: str
    module: str
    name: str
    path: Path
    problem: str = ""
    hint: str = ""
    edits: tuple[Edit, ...] = ()
    caught_by: str = ""

    @property
    def label(self) -> str:
        """The entry's name in reports: kind/module/name."""
        return "/".join(part for part in (self.kind, self.module or TREES, self.name) if part)


def load_corpus(folder: Path = CORPUS) -> list[Entry]:
    """Return a corpus folder's entries, in the order of their paths.

    Those of problems that the course leaves out are not among them.

    Raises:
        CorpusError: the folder holds no entries, or some are not of the right form.
    """
    caught_by = _caught_by(folder / CAUGHT_BY)
    paths = [(kind, path) for kind in KINDS for path in sorted((folder / kind).rglob("*.py"))]
    paths += [("", path) for path in sorted((folder / TREES).glob("*/build.sh"))]
    entries: list[Entry] = []
    wrong: list[str] = []
    for kind, path in paths:
        try:
            entries.append(_file_entry(kind, path, folder) if kind else _tree_entry(path))
        except CorpusError as error:
            wrong += error.args
    if wrong:
        raise CorpusError(*wrong)
    if not entries:
        kinds = ", ".join(f"{kind}/<module>/<name>.py" for kind in KINDS)
        raise CorpusError(f"{folder} holds no corpus entries; expected files such as {kinds}")
    left_out = all_problems().keys() - load_problems().keys()
    return [
        replace(entry, caught_by=caught_by.get(entry.label, ""))
        for entry in entries
        if entry.problem not in left_out
    ]


def _caught_by(file: Path) -> dict[str, str]:
    if not file.exists():
        return {}
    try:
        return decode(file.read_bytes(), dict[str, str])
    except BadData as error:
        why = f"{file} is damaged ({error}); remove it, and renew it with --remember"
        raise CorpusError(why) from error


def build(entry: Entry, destination: Path) -> Path:
    """Make the submission that an entry describes and return its folder or zip file.

    Args:
        entry: the entry.
        destination: an empty folder to make it in.

    Raises:
        CorpusError: a tree's build.sh failed or made nothing, or a line to replace is not exactly
            once in the reference's answer.
    """
    if not entry.module:
        return _build_tree(entry, destination)
    submission = copy_reference(destination / "submission")
    name = "adapters.py" if entry.module == "adapters" else f"cs336_basics/{entry.module}.py"
    target = submission / name
    source = _edited(target.read_text(encoding="utf-8"), entry)
    target.write_bytes(source.encode() + b"\n\n" + entry.path.read_bytes())
    return submission


def _edited(source: str, entry: Entry) -> str:
    """Return the source of the entry's module with the entry's edits made."""
    lines = source.split("\n")
    answer = lines_of_answer(source, entry.problem)
    made = {}
    for old, new in entry.edits:
        found = [number for number in answer if lines[number].strip() == old]
        if len(found) != 1:
            where = f"the reference's answer to {entry.problem}"
            raise CorpusError(f"{entry.label}: “{old}” is {len(found)} times in {where}")
        indent = lines[found[0]].removesuffix(old)
        made[found[0]] = "\n".join((indent + line).rstrip() for line in new)
    return "\n".join(made.get(number, line) for number, line in enumerate(lines))


def copy_reference(destination: Path) -> Path:
    """Copy the reference, without compiled modules, to a new folder; return it."""
    return shutil.copytree(SOLUTION, destination, ignore=shutil.ignore_patterns("__pycache__"))


def _file_entry(kind: str, path: Path, corpus: Path) -> Entry:
    module = path.parent.name
    if len(path.relative_to(corpus).parts) != 3:
        raise CorpusError(f"{path}: move it to {corpus}/{kind}/<module>/<name>.py")
    if module not in {"__init__", "adapters", *(p.module for p in all_problems().values())}:
        raise CorpusError(f"{path}: there is no module {module}")
    try:
        text = ast.get_docstring(ast.parse(path.read_bytes())) or ""
    except UNPARSABLE:
        text = _leading_string(path.read_text(encoding="utf-8", errors="replace"))
    return _entry(kind, module, path.stem, path, text)


def _tree_entry(path: Path) -> Entry:
    text = path.read_text(encoding="utf-8", errors="replace")
    return _entry("hostile", "", path.parent.name, path.parent, text)


def _leading_string(source: str) -> str:
    """Return the text of the leading docstring of a file that Python cannot parse."""
    match = re.match(r'\s*(?:#[^\n]*\n\s*)*(?:"""|\'\'\')(.*?)(?:"""|\'\'\')', source, re.DOTALL)
    return match[1] if match else ""


def _entry(kind: str, module: str, name: str, path: Path, text: str) -> Entry:
    problem, hint = _value_of("problem", text), _value_of("hint", text)
    if kind != "correct" and problem not in all_problems():
        found = f", not {problem!r}{did_you_mean(problem)}" if problem else ""
        needed = "a line “problem: <id>” in its docstring, with an id of problems.toml"
        raise CorpusError(f"{path}: it needs {needed}{found}")
    return Entry(kind, module, name, path, problem, hint, _edits(kind, path, text))


def _value_of(key: str, text: str) -> str:
    match = re.search(rf"^[#\s]*{key}:\s*(.+?)\s*$", text, re.MULTILINE)
    return match[1] if match else ""


def _edits(kind: str, path: Path, text: str) -> tuple[Edit, ...]:
    """Read the lines “replace: …”, each with the lines “with: …” after it."""
    edits: dict[str, list[str]] = {}
    new: list[str] | None = None
    for key, words in re.findall(r"^(replace|with):(.*)$", text, re.MULTILINE):
        if kind == "correct":
            raise CorpusError(f"{path}: a correct entry replaces no lines")
        if key == "replace":
            new = edits.setdefault(words.strip(), [])
        elif new is None:
            raise CorpusError(f"{path}: no line “replace: …” comes before “with:{words}”")
        else:
            new.append(words.removeprefix(" "))
    for old in edits:
        if not edits[old]:
            raise CorpusError(f"{path}: no line “with: …” comes after “replace: {old}”")
    return tuple((old, tuple(lines)) for old, lines in edits.items())


def _build_tree(entry: Entry, destination: Path) -> Path:
    command = ["bash", str(entry.path / "build.sh"), str(SOLUTION), str(destination)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=BUILD_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise CorpusError(f"{entry.label}: build.sh took over {BUILD_SECONDS} s") from error
    if done.returncode:
        raise CorpusError(f"{entry.label}: build.sh failed: {done.stderr.strip()[-300:]}")
    for made in (destination / entry.name, destination / f"{entry.name}.zip"):
        if made.exists() or made.is_symlink():
            return made
    raise CorpusError(f"{entry.label}: build.sh made neither {entry.name} nor {entry.name}.zip")
