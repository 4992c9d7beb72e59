"""Does anything in the files that run with an answer take work out of the sight of torch's modes?

`uses` follows the names of an answer. But any statement of any file that is imported before may
change what a name means, in more ways than can be followed. So nothing in these files may take work
out of sight (to threads, to processes, past the modes), unless it belongs to another problem's
answer, which loses its points by that. Whatever this answer turns out to do, torch then sees it.
"""

import ast
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import suppress

from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.failure import fail
from tests.harness.rules.names import places_of
from tests.harness.rules.uses import MOST_TEXT, package_of, parsed, uses

_PACKAGE = "cs336_basics/__init__.py"
_MODULES = {
    *("threading", "_thread", "concurrent", "multiprocessing", "subprocess", "asyncio"),
    *("DataLoader", "_python_dispatch", "_disable_current_modes", "_DisableTorchDispatch"),
}
# What takes work where no dispatch mode sees it: to other threads, processes, no mode at all.
OUT_OF_SIGHT = _MODULES | {"fork", "posix_spawn", "popen", "system"}
# These start nothing: the first names the operating system, and the others are for locking.
_HARMLESS = {"platform.system", "threading.Lock", "threading.RLock", "threading.local"}
# Or what has Python import another file than the one that is read here.
_ATTRIBUTES = OUT_OF_SIGHT | {"__path__", "meta_path", "path_hooks"}
_HINT = (
    "its operations must be there to be seen, in this file and in what it imports "
    "(handout §1, What is allowed)"
)

Start = tuple[str, str]  # a file, and the name of a function or a class in it


def assert_files_in_sight(
    adapters: Adapters, path: str, own: Collection[Start], others: Collection[Start] = ()
) -> None:
    """Assert that nothing in a file, or in what runs before it, hides work from torch's modes.

    Looked at are the file, the package's `__init__.py`, `adapters.py`, and what these import.

    Args:
        adapters: the submission.
        path: the file of an answer, such as "cs336_basics/optim.py".
        own: where this answer begins: its adapters, and its functions or classes.
        others: where the file's other answers begin; what is behind other adapters is known.
    """
    found = dict(_hiding(adapters, path))
    if not found:
        return
    text = adapters.source("adapters.py") if adapters.has_source("adapters.py") else ""
    nodes = [*ast.walk(parsed("adapters.py", text)[0])]
    names = {str(getattr(node, key, "")) for node in nodes for key in ("name", "id", "asname")}
    more = [("adapters.py", name) for name in names if name.startswith("run_")]
    mine = _places(adapters, own)
    theirs = _places(adapters, {*others, *more} - {*own})
    for place, what in found.items():
        if place in mine or place not in theirs:
            fail(f"the answer uses {what}", _HINT)


def _places(adapters: Adapters, starts: Collection[Start]) -> set[str]:
    """Return the lines where answers refer to something, as far as their names tell."""
    places = set[str]()
    for path, name in starts:
        with suppress(AssertionError):  # no lines are known of what cannot be read
            places |= {use.place for use in uses(adapters, path, [name])}
    return places


def _hiding(adapters: Adapters, path: str) -> Iterator[tuple[str, str]]:
    """Yield the lines by which work could leave torch's sight, and what each one uses."""
    pending, seen, length = [path, package_of(path), _PACKAGE, "adapters.py"], set[str](), 0
    while pending:
        file = pending.pop()
        if file in seen or not adapters.has_source(file):
            continue
        seen.add(file)
        text = adapters.source(file)
        length += len(text)
        if length > MOST_TEXT:
            fail(f"the answer's modules have over {MOST_TEXT} characters, too many to read")
        (tree, _), lines = parsed(file, text), text.split("\n")
        for node, name in _hidden_in(tree):
            place = f"{file}, line {node.lineno}"
            yield place, f"{name} ({place}: {lines[node.lineno - 1].strip()[:80]})"
        for origin in _imported(file, tree, top=file == "adapters.py"):
            parts = origin.split(".")
            for count in range(1, min(len(parts), 12) + 1):
                pending += places_of(parts[:count])


def hides_work(name: str) -> bool:
    """Return whether a dotted name is of what takes work out of sight."""
    return not OUT_OF_SIGHT.isdisjoint(name.split(".")) and name not in _HARMLESS


def _hidden_in(tree: ast.Module) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    nodes = list(ast.walk(tree))
    known = {"__path__": "__path__"}
    harmless = set(_harmless(nodes))
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias, origin in zip(node.names, _origins("", node), strict=True):
                name = alias.asname or alias.name
                if not alias.asname and isinstance(node, ast.Import):
                    name = origin = origin.split(".")[0]
                if hides_work(origin):
                    known[name] = origin
                    if name == "*":
                        yield node, origin
    for node in nodes:
        match node:
            case _ if node in harmless:
                continue
            case ast.Attribute(attr=attribute) if attribute in _ATTRIBUTES:
                yield node, attribute
            case ast.Constant(str(text)) if text.split(".")[0] in _MODULES:  # to import it by
                yield node, text
            case ast.Name(name) if name in known:
                yield node, known[name]


def _harmless(nodes: list[ast.AST]) -> Iterator[ast.AST]:
    """Yield the attributes that are harmless, and the modules of which they are."""
    modules = {name.split(".")[0] for name in _HARMLESS}
    imports = {alias for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    named = {(a.asname or a.name, a.name) for a in imports if a.name in modules}
    bound = _bound(nodes)
    called = {
        name: module
        for name, module in named
        if all(node in imports and getattr(node, "name", "") == module for node in bound[name])
    }
    for node in nodes:
        match node:
            case ast.Attribute(ast.Name(name) as module, attribute):
                if f"{called.get(name)}.{attribute}" in _HARMLESS:
                    yield from (node, module)


def _bound(nodes: list[ast.AST]) -> dict[str, list[ast.AST]]:
    """Return the nodes that may give a name its meaning, by name."""
    bound = defaultdict(list)
    for node in nodes:
        if not _reads_a_name(node):
            for key in ("id", "name", "asname", "arg", "rest"):
                if name := getattr(node, key, ""):
                    bound[name].append(node)
    return bound


def _reads_a_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)


def _imported(file: str, tree: ast.Module, *, top: bool) -> Iterator[str]:
    """Yield what a file imports; with `top`, imports inside functions are left out."""
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from _origins(file, node)
        elif not (top and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)):
            stack += ast.iter_child_nodes(node)


def _origins(file: str, node: ast.Import | ast.ImportFrom) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    folders = file.split("/")[: -node.level] if node.level else []
    base = ".".join([*folders, *filter(None, [node.module])])
    return [f"{base}.{alias.name}".removeprefix(".") for alias in node.names]
