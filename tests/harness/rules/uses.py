"""Which names does an answer use? Read from its source, without importing it.

`uses` starts at functions of one file and follows what they refer to: helpers, classes, assigned
names and imports, into the submission's other files too. Where a file defines a name twice the
last definition counts, as it does for Python.
"""

import ast
import builtins
import re
import sys
import warnings
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, lru_cache

from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.failure import Mismatch, fail
from tests.harness.rules import idioms
from tests.harness.rules.methods import Later, Methods, names_in
from tests.harness.rules.names import (
    Meaning,
    Module,
    Scope,
    Tangled,
    assigned,
    blocks,
    may_give,
    outside,
    own_names,
    places_of,
)

_MOST_LOOKS = 100_000  # at what names stand for; a plain file takes some hundreds
MOST_TEXT = 1_000_000  # characters of all files that an answer uses
_DEEPEST = 12  # folders within folders
_PRIVATE = re.compile(r"_(?!_|foreach_|check|assert)")
_ELSEWHERE = {*sys.stdlib_module_names, "torch", "numpy", "einops", "jaxtyping"}


@dataclass(frozen=True)
class Use:
    """One name that an answer refers to.

    Attributes:
        name: dotted from its import ("torch.einsum"), an attribute of anything else (".view"), or
            a builtin ("eval").
        place: file and line.
        text: that line.
        own: whether it may be a method or field of one of the file's own classes.
    """

    name: str
    place: str
    text: str
    own: bool = False

    @property
    def parts(self) -> set[str]:
        """The parts of the name, also without the marks of in-place and copying variants."""
        parts = set(self.name.split("."))
        return parts | {part.removesuffix("_").removesuffix("_copy") for part in parts}

    @property
    def is_private(self) -> bool:
        """Whether this is torch's, but not there for its users, who are not told what it does."""
        return self.name.startswith("torch.") and any(map(_PRIVATE.match, self.name.split(".")))

    @property
    def is_library(self) -> bool:
        """Whether this is torch, or a module of it, as a whole: whoever has it has all in it."""
        return self.name.split(".")[0] == "torch" and self.name in sys.modules

    def __str__(self) -> str:
        name = f"{self.name} as a whole" if self.is_library else self.name.removeprefix(".")
        return f"{name} ({self.place}: {self.text})"


def uses(adapters: Adapters, path: str, names: Collection[str]) -> list[Use]:
    """Return every name that functions and classes of a file use, their helpers included.

    Args:
        adapters: the submission.
        path: a file of it, such as "cs336_basics/optim.py".
        names: functions and classes in that file.
    """
    reader = _Reader(adapters)
    package = package_of(path)
    try:
        module = reader.module(package if adapters.has_source(package) else path)
        for name in names:
            if name not in module.scope and not module.stars:
                fail(f"{path} has no {name}")
            reader.start(module, name)
        return reader.read()
    except RecursionError:
        raise Mismatch(f"{path} is nested too deeply to be read\nhint: write it plainly") from None
    except Tangled:
        raise Mismatch(f"{path} has too many meanings of names\nhint: write it plainly") from None


def package_of(path: str) -> str:
    """Return the file in which a module's answers begin that is a folder; Python takes it first."""
    return f"{path.removesuffix('.py')}/__init__.py"


@lru_cache(maxsize=16)
def parsed(path: str, text: str) -> tuple[ast.Module, set[str]]:
    """Return a file's tree, and the names that its own classes give; a Mismatch if it has none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        return tree, own_names(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = f"{type(error).__name__} {error}"
        raise Mismatch(f"{path} cannot be read as Python: {reason}") from None


class _Reader:
    """Goes from names to what they stand for, and notes every use on the way."""

    def __init__(self, adapters: Adapters) -> None:
        self._adapters = adapters
        self._has_source = cache(adapters.has_source)
        self._modules: dict[str, Module] = {}
        self._seen: set[int] = set()
        self._queue: list[Later] = []
        self._methods = Methods()
        self._found: list[Use] = []
        self._left = _MOST_LOOKS
        self._text_left = MOST_TEXT

    def module(self, path: str) -> Module:
        """Read a file of the submission."""
        if path not in self._modules:
            text = self._adapters.source(path)
            self._text_left -= len(text)
            if self._text_left < 0:
                fail(f"the answer's modules have over {MOST_TEXT} characters, too many to read")
            tree, own = parsed(path, text)
            module = self._modules[path] = Module(path, text.splitlines(), own=own)
            module.define(tree.body)
            self._queue += [(module, patch, {}) for patch in module.patches]
            folder = path.removesuffix("/__init__.py").rpartition("/")[0]
            if folder and self._has_source(f"{folder}/__init__.py"):
                self.module(f"{folder}/__init__.py")  # it runs first, and may change names
        return self._modules[path]

    def start(self, module: Module, name: str) -> None:
        """Read later what a name of a file stands for, if only by an import."""
        line = next((i for i, text in enumerate(module.lines, 1) if name in text), 1)
        self._queue.append((module, ast.Name(name, ast.Load(), lineno=line, col_offset=0), {}))

    def follow(self, module: Module, meanings: list[Meaning]) -> None:
        """Read definitions and assigned values later, each once."""
        for meaning in meanings:
            if not isinstance(meaning, str) and id(meaning) not in self._seen:
                self._seen.add(id(meaning))
                self._queue.append((module, meaning, {}))

    def read(self) -> list[Use]:
        """Read all there is to read, and return what was found."""
        while self._queue:
            self._walk(*self._queue.pop())
        return self._found

    def _walk(self, module: Module, node: ast.AST | None, scope: Scope) -> None:
        """Note what a node uses; the scope has the names of the functions and classes around it."""
        parts: list[ast.AST | None] = []
        self._queue += self._methods.said(names_in(node))
        match node:
            case None:
                return
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                for early in outside(node):
                    self._walk(module, early, scope)
                scope = module.inner_scope(node, scope)
                parts += node.body if isinstance(node.body, list) else [node.body]
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                first = node.generators[0].iter
                self._walk(module, first, scope)
                bound = [assigned(part.target, part.iter) for part in node.generators]
                scope = {**scope, **{name: [] for pairs in bound for name, _ in pairs}}
                for child in ast.iter_child_nodes(node):
                    inside = [child] if isinstance(child, ast.expr) else ast.iter_child_nodes(child)
                    parts += [part for part in inside if part is not first]
            case ast.ClassDef():
                self._class_imports(module, node.body)
                parts += self._methods.parts_now(node, module, scope)
            case ast.AnnAssign():
                parts = [node.target, node.value]  # annotations are nobody's business
            case ast.Name(ctx=ast.Store()):
                return  # what it is given is read elsewhere
            case _ if (at_work := idioms.parts_at_work(node, scope, module)) is not None:
                parts += at_work
            case ast.Attribute() | ast.Name() if node in module.imports:
                return
            case ast.Attribute() | ast.Name():
                self._name(module, node, scope)
            case ast.Call(
                func=ast.Name("getattr" | "hasattr"), args=[of, ast.Constant(str(name)), *rest]
            ):
                attribute = ast.copy_location(ast.Attribute(of, name, ast.Load()), node)
                parts = [attribute, *rest]
            case ast.Call(args=[ast.Constant(str()), *rest]) if names := idioms.names_got(
                node, scope, module
            ):
                self._note_attributes(module, node, names)
                parts = [*rest, *node.keywords]
            case _:
                parts += ast.iter_child_nodes(node)
        for part in parts:
            self._walk(module, part, scope)

    def _class_imports(self, module: Module, body: list[ast.stmt]) -> None:
        """Note what a class's body imports: where that is used, no name says what it is."""
        for statement in body:
            imports = isinstance(statement, ast.Import | ast.ImportFrom)
            for _, origin in module.meanings(statement) if imports else ():
                if origin in sys.modules and "._" not in str(origin):
                    for part in str(origin).split("."):
                        self._note(module, statement, f".{part}")
                else:
                    self._meanings(module, statement, [origin], [])
            for block in blocks(statement):
                self._class_imports(module, block)

    def _name(self, module: Module, node: ast.Attribute | ast.Name, scope: Scope) -> None:
        """Note a dotted name, from where its first part was imported if it was."""
        attributes: list[str] = []
        base: ast.AST = node
        while isinstance(base, ast.Attribute):
            attributes.insert(0, base.attr)
            base = base.value
        if not isinstance(base, ast.Name):
            self._walk(module, base, scope)
            self._note_attributes(module, node, attributes)
        elif base.id in scope:
            self._meanings(module, node, scope[base.id], attributes)
        elif base.id in module.scope:
            meanings = module.then.get(base, module.scope[base.id])
            self.follow(module, meanings)
            self._meanings(module, node, meanings, attributes)
        else:
            if hasattr(builtins, base.id):
                self._note(module, node, ".".join([base.id, *attributes]))
            stars = [star for star in module.stars if may_give(star, base.id)]
            self._meanings(module, node, [f"{star}.{base.id}" for star in stars], attributes)

    def _meanings(
        self,
        module: Module,
        node: ast.expr | ast.stmt,
        meanings: list[Meaning],
        attributes: list[str],
    ) -> None:
        """Note the attributes of what a name stands for: by its import, or by themselves."""
        self._left -= 1
        if self._left < 0:
            raise Tangled
        origins = [meaning for meaning in meanings if isinstance(meaning, str)]
        if not origins:
            self._note_attributes(module, node, attributes)
        for origin in origins:
            parts = [*origin.split("."), *attributes]
            other, name, rest = self._inside(parts)
            if other is None:
                self._note(module, node, ".".join(parts))
            elif name in other.scope:
                self.follow(other, other.scope[name])
                self._meanings(module, node, other.scope[name], rest)
            elif other.stars:
                self._meanings(module, node, [f"{s}.{name}" for s in other.stars], rest)

    def _inside(self, parts: list[str]) -> tuple[Module | None, str, list[str]]:
        """Return the submission's file that a dotted name leads into, and the names in it."""
        deepest = 0 if parts[0] in _ELSEWHERE else min(len(parts), _DEEPEST)
        for length in range(deepest, 0, -1):
            for path in places_of(parts[:length]):
                if self._has_source(path):
                    name = parts[length] if length < len(parts) else ""
                    return self.module(path), name, parts[length + 1 :]
        return None, "", []

    def _note_attributes(
        self, module: Module, node: ast.expr | ast.stmt, attributes: list[str]
    ) -> None:
        for attribute in attributes:
            self._note(module, node, f".{attribute}", own=attribute in module.own)

    def _note(
        self, module: Module, node: ast.expr | ast.stmt, name: str, own: bool = False
    ) -> None:
        text = module.lines[node.lineno - 1].strip() if node.lineno <= len(module.lines) else ""
        place = f"{module.path}, line {node.lineno}"
        self._queue += self._methods.said(name.split("."))  # it may have had another name here
        self._found.append(Use(name, place, text if len(text) <= 80 else f"{text[:79]}…", own))
