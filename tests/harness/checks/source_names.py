"""Which names does a definition in a file mention? Read from its text, without importing it.

No import, alias or attribute is followed, so what a name means is not known.
"""

import ast
import functools
import warnings
from collections.abc import Iterator

from tests.harness.plugin.submitted_files import UNPARSABLE


@functools.lru_cache(4)  # an adapters.py is asked for again and again
def definitions(text: str) -> dict[str, ast.stmt]:
    """Return the last statement at a file's top level that binds each name.

    Empty where the text is not Python.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = ast.parse(text).body
    except UNPARSABLE:
        return {}
    return {name: statement for statement in body for name in _bound(statement)}


def _bound(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
            yield name
        case ast.Import(aliases) | ast.ImportFrom(names=aliases):
            yield from (alias.asname or alias.name for alias in aliases)
        case ast.Assign(targets):
            nodes = (node for target in targets for node in ast.walk(target))
            yield from (node.id for node in nodes if isinstance(node, ast.Name))


def names_in(node: ast.AST) -> dict[str, int]:
    """Return the names and attributes in a node, each with the first line that has it.

    A name that is called is there as "name(" too, a relative import as ".".
    """
    found: dict[str, int] = {}
    for part in ast.walk(node):
        for name in names_of(part):
            found.setdefault(name, getattr(part, "lineno", 1))
    return found


def names_of(node: ast.AST) -> list[str]:
    """Return the names that a node has itself, without the nodes in it."""
    match node:
        case ast.Name(name) | ast.Attribute(attr=name):
            return [name]
        case ast.Call(ast.Name(name) | ast.Attribute(attr=name)):
            return [f"{name}("]
        case ast.alias(name):
            return name.split(".")
        case ast.ImportFrom(module, _, level):
            return [*(module or "").split("."), *("." if level else "")]
    return []


def names_with_helpers(text: str, names: list[str]) -> set[str]:
    """Return the names in some definitions of a file, and in all that these mention."""
    known, pending, seen = definitions(text), [*names], set[str]()
    while pending:
        name = pending.pop()
        if name in known and name not in seen:
            pending += names_in(known[name])
        seen.add(name)
    return seen
