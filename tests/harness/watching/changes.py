"""Which problems does a change to a submission's files affect?"""

import ast
from functools import lru_cache
from pathlib import Path

from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.submitted_files import PACKAGE, UNPARSABLE

_IMPORTS = (ast.Import, ast.ImportFrom)  # saying one again changes nothing


def affected(before: dict[str, bytes], after: dict[str, bytes]) -> list[str]:
    """Return the ids of the problems that a change between two states affects, in order.

    A changed function, constant or import affects its own problem and those of all functions that
    use it, however indirectly, in its module or in one that imports it. A file that does not parse,
    or any other changed statement, affects all problems of its module; a change of adapters.py,
    of a data file or of a file in a folder of the package, all problems; one that is no module of
    problems and that no other file names, none.
    """
    problems = load_problems()
    modules = {problem.module for problem in problems.values()}
    differing = {n for n in before.keys() | after.keys() if before.get(n) != after.get(n)}
    differing -= {n for n in differing if _unrelated(n, before) and _unrelated(n, after)}
    own = {f"{PACKAGE}/{module}.py" for module in modules}
    if differing - own:
        return list(problems)
    changed = set[str]()
    for name in differing:
        changed |= _changed(Path(name).stem, before.get(name), after.get(name))
    changed = _with_users(changed, after)
    return [
        id_
        for id_, problem in problems.items()
        if any(f"{problem.module}.{name}" in changed for name in ("", *problem.names))
    ]


def _unrelated(name: str, files: dict[str, bytes]) -> bool:
    """Return whether a file is one that a student made and that no other file names."""
    stem, modules = Path(name).stem, {problem.module for problem in load_problems().values()}
    if stem in {"adapters", "__init__", *modules} or name.count("/") > 1:
        return False
    return not any(stem.encode() in text for other, text in files.items() if other != name)


def with_measuring(ids: list[str]) -> list[str]:
    """Return some problems and the CUDA problems that measure their functions, in order."""
    problems = load_problems().items()
    return [id_ for id_, problem in problems if {id_, *problem.measures} & set(ids)]


# A name of a module is “module.name” from here on, “module.” stands for its other statements, and
# “module” for any of these.


def _changed(module: str, old: bytes | None, new: bytes | None) -> set[str]:
    """Return the names of a module that differ."""
    before, after = _definitions(old), _definitions(new)
    names = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    return {f"{module}.{name}" for name in names} | ({module} if names else set())


def _with_users(changed: set[str], files: dict[str, bytes]) -> set[str]:
    """Return names and all that use them, however indirectly."""
    uses: dict[str, set[str]] = {}
    for file, source in files.items():
        if file.count("/") > 1 or not file.endswith(".py"):
            continue
        module, found = Path(file).stem, _definitions(source)
        uses |= {f"{module}.{name}": _uses(module, text) for name, text in found.items()}
        uses[module] = {f"{module}.{name}" for name in found}
    while more := {name for name, used in uses.items() if used & changed} - changed:
        changed = changed | more
    return changed


@lru_cache(256)
def _definitions(source: bytes | None) -> dict[str, str]:
    """Return the statements that bind each top-level name, without comments; "" has all others.

    All of a file that is missing or does not parse is under "".
    """
    try:
        statements = [(node, ast.unparse(node) + "\n") for node in ast.parse(source or b"").body]
    except UNPARSABLE:
        return {"": repr(source)}
    found = {"": "" if source is not None else "None"}
    for node, text in statements:
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
            return [name, *_registered_with(node)]
        case ast.Import(aliases) | ast.ImportFrom(names=aliases):
            names = [(alias.asname or alias.name).partition(".")[0] for alias in aliases]
            return [""] if "*" in names else names
        case ast.Assign(targets):
            leaves = [leaf for target in targets for leaf in _leaves(target)]
            return [leaf.id if isinstance(leaf, ast.Name) else "" for leaf in leaves]
        case ast.AnnAssign(ast.Name(name)):
            return [name]
    return [""]


def _registered_with(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> list[str]:
    """Return the functions that a decorator adds this one to, as `@f.register` does."""
    nodes = [part for decorator in node.decorator_list for part in ast.walk(decorator)]
    return [
        part.value.id
        for part in nodes
        if isinstance(part, ast.Attribute)
        and part.attr == "register"
        and isinstance(part.value, ast.Name)
    ]


def _leaves(target: ast.expr) -> list[ast.expr]:
    if isinstance(target, ast.Tuple | ast.List):
        return [leaf for element in target.elts for leaf in _leaves(element)]
    return [target]


@lru_cache(4096)
def _uses(module: str, text: str) -> set[str]:
    """Return the names that a statement of a module uses."""
    used = {f"{module}."}
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Name(name):
                used.add(f"{module}.{name}")
            case ast.Import(aliases):
                used |= {alias.name.removeprefix(f"{PACKAGE}.") for alias in aliases}
            case ast.ImportFrom():
                used |= _imported(node)
    return used


def _imported(node: ast.ImportFrom) -> set[str]:
    """Return what a statement imports from modules of the submission."""
    module = node.module or ""
    if module == PACKAGE or module.startswith(f"{PACKAGE}."):
        module = module[len(PACKAGE) + 1 :]  # else it has a dot, or is of a folder in sys.path
    names = {alias.name for alias in node.names}
    if not module:
        return names  # modules themselves
    return {module} if "*" in names else {f"{module}.", *(f"{module}.{name}" for name in names)}
