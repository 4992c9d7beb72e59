"""Which problems does a change to a submission's files affect?"""

import ast
from pathlib import Path

from tests.harness.problems import load_problems

PACKAGE = "cs336_basics"
# Adapters that score a problem of another name, and classes that stand behind an adapter.
PROBLEM_OF = {
    "merge_heads": "split_heads",
    "training_days": "training_flops",
    "load_checkpoint": "save_checkpoint",
    "StridedView": "view_metadata",
    "SGD": "sgd",
    "AdaGrad": "adagrad",
    "RMSProp": "rmsprop",
    "Adam": "adam",
    "Cruncher": "cruncher",
}

Definitions = dict[str, str]


def read_files(folder: Path) -> dict[str, bytes]:
    """Return the bytes of adapters.py and of every module, by path relative to the folder."""
    files = [folder / "adapters.py", *sorted((folder / PACKAGE).glob("*.py"))]
    contents = {}
    for file in files:
        try:
            contents[file.relative_to(folder).as_posix()] = file.read_bytes()
        except OSError:  # an editor may be replacing it just now
            continue
    return contents


def affected(before: dict[str, bytes], after: dict[str, bytes]) -> list[str]:
    """Return the ids of the problems that a change between two states affects, in order.

    A changed function affects its own problem and those of all functions of its module that use
    it, however indirectly. A file that does not parse, or a change that no function holds,
    affects all problems of its module; a change of adapters.py, all problems.
    """
    problems = load_problems()
    found: set[str] = set()
    for name in before.keys() | after.keys():
        old, new = before.get(name), after.get(name)
        if old == new:
            continue
        module = Path(name).stem
        own = {id_ for id_, problem in problems.items() if problem.module == module}
        if not own:
            return list(problems)
        changed = _changed_functions(old, new)
        hit = own if changed is None else {PROBLEM_OF.get(f, f) for f in changed} & own
        found |= hit
    return [id_ for id_ in problems if id_ in found]


def _changed_functions(old: bytes | None, new: bytes | None) -> set[str] | None:
    """Return the names that differ and all that use them; None where that cannot be told."""
    try:
        if old is None or new is None:
            return None
        before, after = _definitions(old), _definitions(new)
    except (SyntaxError, ValueError):
        return None
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    if "" in changed:
        return None
    uses = {name: _names(text) for name, text in after.items()}
    while more := {name for name, used in uses.items() if used & changed} - changed:
        changed |= more
    return changed


def _definitions(source: bytes) -> Definitions:
    """Return each top-level function and class as text without comments; "" is all else."""
    found: Definitions = {"": ""}
    for node in ast.parse(source).body:
        is_named = isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)
        name = node.name if is_named else ""  # type: ignore[attr-defined]
        found[name] = found.get(name, "") + ast.unparse(node) + "\n"
    return found


def _names(text: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
