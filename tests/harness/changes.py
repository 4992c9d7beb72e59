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

_IMPORTS = (ast.Import, ast.ImportFrom)  # saying one again changes nothing

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

    A changed function, constant or import affects its own problem and those of all functions of
    its module that use it, however indirectly. A file that does not parse, or any other changed
    statement, affects all problems of its module; a change of adapters.py, all problems.
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
    """Return the statements that bind each top-level name, without comments; "" has all others."""
    found: Definitions = {"": ""}
    for node in ast.parse(source).body:
        text = ast.unparse(node) + "\n"
        for name in _bound(node):
            if text not in found.get(name, "") or not isinstance(node, _IMPORTS):
                found[name] = found.get(name, "") + text
    return found


def _bound(node: ast.stmt) -> list[str]:
    """Return the names that a top-level statement does no more than bind; [""] where it does."""
    match node:
        case ast.Expr(ast.Constant()):
            return []
        case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
            return [name]
        case ast.Import(aliases) | ast.ImportFrom(names=aliases):
            names = [(alias.asname or alias.name).partition(".")[0] for alias in aliases]
            return [""] if "*" in names else names
        case ast.Assign(targets):
            leaves = [leaf for target in targets for leaf in _leaves(target)]
            return [leaf.id if isinstance(leaf, ast.Name) else "" for leaf in leaves]
        case ast.AnnAssign(ast.Name(name)):
            return [name]
    return [""]


def _leaves(target: ast.expr) -> list[ast.expr]:
    if isinstance(target, ast.Tuple | ast.List):
        return [leaf for element in target.elts for leaf in _leaves(element)]
    return [target]


def _names(text: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
