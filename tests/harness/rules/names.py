"""What do the names in a file mean? Read from its AST, without importing it."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

# What a name stands for: an import's dotted origin, a definition, or a value assigned to it.
Meaning = str | ast.stmt | ast.expr
# All that a name may stand for; empty for a parameter, and wherever the source does not tell.
Scope = dict[str, list[Meaning]]
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_MOST_MEANINGS = 200
_FOLDERS = ("", "cs336_basics/")


class Tangled(Exception):
    """Names stand for so many things that reading them all would take for ever."""


@dataclass
class Module:
    """A file of the submission, and what the names at its top level mean.

    Attributes:
        scope: what each name means once the file has run.
        then: what a name in a statement meant when that ran.
        stars: what `from … import *` was written of.
        patches: statements that may change what any name means, so that all of them are read.
        own: names of methods and fields of its own classes, which are nobody else's attributes.
        imports: modules that functions give names to, in `F = torch.nn.functional`: as good as
            an import, so that what counts is what the name is used for.
    """

    path: str
    lines: list[str]
    scope: Scope = field(default_factory=dict)
    then: dict[ast.Name, list[Meaning]] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    patches: list[ast.stmt] = field(default_factory=list)
    own: set[str] = field(default_factory=set)
    imports: set[Meaning] = field(default_factory=set)

    def define(self, body: list[ast.stmt], *, certain: bool = True) -> None:
        """Collect what statements define; what a branch defines joins what was there."""
        for statement in body:
            for node in _names_at_once(statement):
                if node.id in self.scope:
                    self.then[node] = self.scope[node.id]
            for name, meaning in self.meanings(statement):
                earlier = [] if certain else self.scope.get(name, [])
                together = dict.fromkeys([*earlier, *self._as_of_now(meaning)])
                self.scope[name] = _few(list(together))
            for name in {*registered_with(statement), *self._registries_of(statement)}:
                self.scope[name] = _few([*self.scope.get(name, []), statement])
            if _patches(statement):
                self.patches.append(statement)
            for block in blocks(statement):
                self.define(block, certain=False)

    def _as_of_now(self, meaning: Meaning) -> list[Meaning]:
        """Return what another name, or a part of an import, stands for here.

        Further down that name may be defined anew.
        """
        known = self.scope.get(meaning.id) if isinstance(meaning, ast.Name) else None
        return known or self.origins(meaning, {}) or [meaning]

    def origins(self, value: Meaning, scope: Scope) -> list[Meaning]:
        """Return what a name or an attribute was imported as, if it was and nothing else."""
        attributes = ""
        while isinstance(value, ast.Attribute):
            attributes = f".{value.attr}{attributes}"
            value = value.value
        meanings = known(value.id, scope, self) if isinstance(value, ast.Name) else []
        found: list[Meaning] = [f"{m}{attributes}" for m in meanings if isinstance(m, str)]
        return found if len(found) == len(meanings) else []

    def _registries_of(self, statement: ast.stmt) -> Iterator[str]:
        """Yield the names that a decorator made in this file may add a function to.

        Such a decorator is a method of an object, or a function that assigns to an item.
        """
        for decorator in getattr(statement, "decorator_list", []):
            match decorator.func if isinstance(decorator, ast.Call) else decorator:
                case ast.Attribute(ast.Name(name)):
                    made = self.scope.get(name, [])
                    if made and not any(isinstance(meaning, str) for meaning in made):
                        yield name
                case ast.Name(name):
                    for meaning in self.scope.get(name, []):
                        yield from _items_assigned(meaning)

    def meanings(self, node: ast.AST) -> Iterator[tuple[str, Meaning]]:
        """Yield the names that one statement or clause binds, each with what it stands for."""
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name, node
            case ast.Import():
                for alias in node.names:
                    name = alias.asname or alias.name.split(".")[0]
                    yield name, alias.name if alias.asname else name
            case ast.ImportFrom():
                folders = self.path.split("/")[: -node.level] if node.level else []
                origin = ".".join([*folders, *filter(None, [node.module])])
                self.stars += [origin for alias in node.names if alias.name == "*"]
                for alias in node.names:
                    yield alias.asname or alias.name, f"{origin}.{alias.name}".removeprefix(".")
            case ast.Assign():
                for target in node.targets:
                    yield from assigned(target, node.value)
            case ast.AnnAssign() | ast.AugAssign() | ast.NamedExpr() if node.value:
                yield from assigned(node.target, node.value)
            case ast.For() | ast.AsyncFor():
                yield from assigned(node.target, node.iter)
            case ast.withitem() if node.optional_vars:
                yield from assigned(node.optional_vars, node.context_expr)

    def inner_scope(
        self, function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, scope: Scope
    ) -> Scope:
        """Return the names that a function has, its own and those of the scope around it."""
        of = function.args
        parameters = [*of.posonlyargs, *of.args, *of.kwonlyargs, of.vararg, of.kwarg]
        names: Scope = {parameter.arg: [] for parameter in parameters if parameter}
        outer: set[str] = set()
        given: list[tuple[str, Meaning]] = []
        stack: list[ast.AST] = list(function.body) if isinstance(function.body, list) else []
        while stack:
            node = stack.pop()
            for name, meaning in self.meanings(node):
                _few(names.setdefault(name, [])).append(meaning)
            if _names_only(node):
                given += self.meanings(node)
            if isinstance(node, ast.Global | ast.Nonlocal):
                outer |= set(node.names)
            elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
                names.setdefault(node.name, [])
            if not isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
                stack += ast.iter_child_nodes(node)
        own = {name: meanings for name, meanings in names.items() if name not in outer}
        inside = {**scope, **own}
        for name, meanings in reversed(own.items()):  # the stack took what comes first last
            now = (part for m in meanings for part in self.origins(m, inside) or [m])
            inside[name] = _few(list(dict.fromkeys(now)))
        for name, meaning in given:
            if name in own and (origins := self.origins(meaning, inside)):
                self.imports |= {meaning} if set(origins) <= set(sys.modules) else set()
        return inside


def _names_only(node: ast.AST) -> bool:
    """Return whether a node gives a value to names and to nothing else."""
    match node:
        case ast.Assign(targets=[_]) | ast.AnnAssign(target=ast.Name()):
            return True
        case ast.Assign(targets=targets):
            return all(isinstance(target, ast.Name) for target in targets)
    return False


def _few(meanings: list[Meaning]) -> list[Meaning]:
    if len(meanings) > _MOST_MEANINGS:
        raise Tangled
    return meanings


def assigned(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, Meaning]]:
    """Yield the names in a target with what is assigned to each, as far as that can be told."""
    if isinstance(target, ast.Tuple | ast.List):
        same = isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts)
        values = value.elts if same else [value] * len(target.elts)  # type: ignore[attr-defined]
        for part, its_value in zip(target.elts, values, strict=True):
            yield from assigned(part, its_value)
    elif isinstance(target, ast.Starred):
        yield from assigned(target.value, value)
    elif isinstance(target, ast.Name):
        yield target.id, value


def known(name: str, scope: Scope, module: Module) -> list[Meaning]:
    """Return what a name stands for in a function with this scope."""
    return scope.get(name, module.scope.get(name, []))


def may_give(star: str, name: str) -> bool:
    """Return whether `from star import *` may give a name; of a module that is loaded one knows."""
    loaded = sys.modules.get(star)
    return loaded is None or hasattr(loaded, name)


@lru_cache(1024)  # a function may decorate many
def _items_assigned(meaning: Meaning) -> set[str]:
    """Return the names whose items a function assigns, as in `table[key] = value`."""
    parts = ast.walk(meaning) if isinstance(meaning, ast.FunctionDef) else ()
    items = (p for p in parts if isinstance(p, ast.Subscript) and isinstance(p.ctx, ast.Store))
    return {item.value.id for item in items if isinstance(item.value, ast.Name)}


def own_names(tree: ast.Module) -> set[str]:
    """Return the names that a file's classes give their methods and fields."""
    names: set[str] = set()
    for made in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        for node in ast.walk(made):
            match node:
                case ast.FunctionDef(name) | ast.Attribute(ast.Name("self"), name, ast.Store()):
                    names.add(name)
                case ast.Name(name, ast.Store()):
                    names.add(name)
    return {name for name in names if not name.startswith("__")}


def _names_at_once(statement: ast.stmt) -> Iterator[ast.Name]:
    """Yield the names that a statement looks up when it runs, not when what it defines is called.

    Such are a class's bases and a function's defaults. Blocks are none of a statement's own.
    """
    stack: list[ast.AST] = [statement]
    while stack:
        node = stack.pop()
        match node:
            case ast.Name():
                yield node
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                stack += outside(node)
            case ast.ClassDef():
                stack += ast.iter_child_nodes(node)
            case _:
                parts = ast.iter_child_nodes(node)
                stack += [part for part in parts if not isinstance(part, ast.stmt)]


def outside(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[ast.expr]:
    """Return a function's defaults and decorators, which are no part of its own scope."""
    defaults = filter(None, [*function.args.defaults, *function.args.kw_defaults])
    return [*defaults, *getattr(function, "decorator_list", [])]


def blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Yield the blocks of a statement that runs at import, but not under __name__."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    if isinstance(statement, ast.If):
        names = [node.id for node in ast.walk(statement.test) if isinstance(node, ast.Name)]
        if "__name__" in names:
            return
    for part in ("body", "orelse", "finalbody"):
        yield getattr(statement, part, [])
    for clause in (*getattr(statement, "handlers", []), *getattr(statement, "cases", [])):
        yield clause.body


def registered_with(statement: ast.stmt) -> Iterator[str]:
    """Yield what a function is given to by a decorator, as in `@f.register` of singledispatch."""
    for decorator in getattr(statement, "decorator_list", []):
        match decorator:
            case ast.Attribute(ast.Name(name), "register"):
                yield name
            case ast.Call(ast.Attribute(ast.Name(name), "register")):
                yield name


def _patches(statement: ast.stmt) -> bool:
    """Return whether a statement at the top level may change what other names mean."""
    match statement:
        case ast.Assign(targets=targets):
            return any(isinstance(target, ast.Attribute | ast.Subscript) for target in targets)
        case ast.Expr(ast.Call(func=ast.Name("setattr" | "exec" | "eval"))):
            return True
    return False


def places_of(parts: list[str]) -> list[str]:
    """Return the files that a dotted name may be of: in sys.path a submission's folders may be."""
    path = "/".join(parts)
    return [f"{folder}{path}{end}" for folder in _FOLDERS for end in ("/__init__.py", ".py")]
