"""Which methods of a class can an answer call? Those whose names it says somewhere.

A class may hold the answers of several problems. A method is a part of this one only where
something that was read says its name, or where others than the answer may call it.
"""

import ast
import builtins
import collections.abc
import io
import re
from collections.abc import Iterator

import numpy as np

from tests.harness.rules.idioms import is_builtin
from tests.harness.rules.names import Module, Scope, known, outside

Later = tuple[Module, ast.AST, Scope]  # a definition, and the names around it
_WORD = re.compile(r"[^\W\d]\w*")
_PLAIN_BASES = {"abc", "enum", "typing"}
_PLAIN_DECORATORS = {
    *("functools.cache", "functools.lru_cache", "functools.cached_property"),
    *("abc.abstractmethod", "typing.override", "torch.no_grad", "torch.inference_mode"),
}
# What leads to a method without its name.
_UNNAMED = {
    *("getattr", "vars", "dir", "eval", "exec", "globals", "locals", "inspect", "types", "type"),
    *("__dict__", "__bases__", "__getattribute__", "attrgetter", "methodcaller"),
}
# What Python and NumPy call by themselves: of anything like a file, a dict or a number, say.
_CALLED_BY_OTHERS = {
    name
    for module in (builtins, collections.abc, io)
    for kind in vars(module).values()
    if isinstance(kind, type)
    for name in dir(kind)
} | {name for name, part in vars(np).items() if isinstance(part, np.ufunc)}


class Methods:
    """Methods of the classes that were read, each until something says its name."""

    def __init__(self) -> None:
        self._said = set[str]()
        self._waiting: dict[str, list[Later]] = {}
        self._all = False

    def parts_now(self, made: ast.ClassDef, module: Module, scope: Scope) -> Iterator[ast.AST]:
        """Yield the parts of a class that are read with it, which methods that wait are not."""
        bases = [*made.bases, *(keyword.value for keyword in made.keywords)]
        if not all(_is_plain_base(base, module, scope) for base in bases):
            self._all = True  # that base may call a method of any class
        for node in ast.iter_child_nodes(made):
            if (
                isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                and not self._is_called(node.name)
                and all(_is_plain_decorator(d, module, scope) for d in node.decorator_list)
            ):
                self._waiting.setdefault(node.name, []).append((module, node, scope))
                yield from outside(node)
            else:
                yield node

    def said(self, names: list[str]) -> list[Later]:
        """Return the methods that become a part of the answer once it says these names."""
        self._said |= {*names}
        self._all = self._all or not _UNNAMED.isdisjoint(names)
        called = [*self._waiting] if self._all else self._waiting.keys() & names
        return [later for name in called for later in self._waiting.pop(name)]

    def _is_called(self, name: str) -> bool:
        others = name in _CALLED_BY_OTHERS or name[0] == name[-1] == "_"
        return self._all or others or name in self._said


def names_in(node: ast.AST | None) -> list[str]:
    """Return the names in a node itself: of attributes, and in texts, which may name some."""
    match node:
        case ast.Attribute(of, name):
            return [name, *names_in(of)]
        case ast.Name(name, ast.Load()):
            return [name]
        case ast.Constant(str(text)) | ast.Call(args=[ast.Constant(str(text)), *_]):
            return _WORD.findall(text)
        case ast.MatchClass(kwd_attrs=names):
            return names
    return []


def _is_plain_base(base: ast.expr, module: Module, scope: Scope) -> bool:
    """Return whether a class's base, or its metaclass, calls no method with an ordinary name."""
    match base:
        case ast.Subscript(of):
            return _is_plain_base(of, module, scope)
        case ast.Name(name) if is_builtin(name, scope, module):
            return name != "type" and isinstance(getattr(builtins, name, None), type)
        case ast.Name(name) if meanings := known(name, scope, module):
            if all(isinstance(meaning, ast.ClassDef) for meaning in meanings):
                return True
    origins = module.origins(base, scope)
    return bool(origins) and all(str(o).split(".")[0] in _PLAIN_BASES for o in origins)


def _is_plain_decorator(decorator: ast.expr, module: Module, scope: Scope) -> bool:
    """Return whether a decorator leaves a method to be called by its name alone."""
    of = decorator.func if isinstance(decorator, ast.Call) else decorator
    match of:
        case ast.Name("staticmethod" | "classmethod" | "property" as name):
            return is_builtin(name, scope, module)
    origins = module.origins(of, scope)
    return bool(origins) and {*origins} <= _PLAIN_DECORATORS
