"""What a problem lacks in the reference: its functions, their docstrings, the marks of answers."""

import ast
import re
from collections.abc import Iterator
from contextlib import suppress

from cs336_staff.check.lack import Lack
from cs336_staff.paths import ROOT, SOLUTION
from cs336_staff.release.stubs import CutError, lines_of_answer
from tests.harness.plugin.problems import Problem

Definition = ast.FunctionDef | ast.ClassDef
# What a docstring says of one call in numbers is outside of these.
_NO_EXAMPLE = re.compile(r"^ *(Args|Raises):\n(?: {4,}.*\n|\n)*|Handout §.*", re.M)


def reference_lacks(problem: Problem) -> Iterator[Lack]:
    """Yield what the reference lacks of a problem."""
    file = SOLUTION / "cs336_basics" / f"{problem.module}.py"
    name = file.relative_to(ROOT).as_posix()
    if not file.is_file():
        mend = f"write it: a docstring, imports, {', '.join(problem.names)}"
        yield Lack(problem.id, f"there is no {name}", mend)
        return
    source = file.read_text(encoding="utf-8")
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        yield Lack(problem.id, f"{name} is no Python", f"mend line {error.lineno}: {error.msg}")
        return
    yield from _missing_answers(problem, name, source, tree)
    owners = [found for owner in problem.names if (found := _find(tree, owner))]
    for owner in owners:
        yield from _missing_words(problem, owner, f"{owner.name} in {name}")
    if any(map(_docstring, owners)) and not any(map(_has_example, owners)):
        mend = "say in the docstring what it gives for one call, in numbers, before Args"
        yield Lack(problem.id, f"{owners[0].name} in {name} has no example", mend)


def _missing_answers(problem: Problem, name: str, source: str, tree: ast.Module) -> Iterator[Lack]:
    """Yield which deliverables are not there, or hold no answer to cut."""
    marked = set[int]()
    with suppress(CutError):  # of which the cut says where it is
        marked.update(lines_of_answer(source, problem.id))
    for path in problem.deliverables:
        found = _find(tree, path)
        mark = "# BEGIN SOLUTION" + ("" if path == problem.id else f" {problem.id}")
        between = f"its answer between {mark} and # END SOLUTION"
        if found is None:
            yield Lack(problem.id, f"{name} has no {path}", f"write it, {between}")
        elif not marked & set(range(found.lineno - 1, found.end_lineno or 0)):
            yield Lack(problem.id, f"{path} in {name} has no answer to cut", f"put {between}")


def _find(tree: ast.AST, path: str) -> Definition | None:
    """Return the function, class or method of this path, such as "Adam.step"."""
    name, _, below = path.partition(".")
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Definition) and node.name == name:
            return _find(node, below) if below else node
    return None


def _docstring(owner: Definition) -> str:
    """Return the docstring of a function; of a class, with those of its methods."""
    documented = [node for node in ast.walk(owner) if isinstance(node, Definition)]
    return "\n".join(ast.get_docstring(node) or "" for node in documented).strip()


def _has_example(owner: Definition) -> bool:
    return bool(re.search(r"\d", _NO_EXAMPLE.sub("", _docstring(owner))))


def _missing_words(problem: Problem, owner: Definition, where: str) -> Iterator[Lack]:
    """Yield what the docstrings of a function, or of a class and its methods, do not say."""
    text = _docstring(owner)
    if not text:
        mend = "say what it returns, with an example in numbers; Args with shapes; Returns; Raises"
        yield Lack(problem.id, f"{where} has no docstring", mend)
        return
    for path in problem.deliverables:
        function = _find(ast.Module([owner], []), path)
        if isinstance(function, ast.FunctionDef):
            yield from _missing_arguments(problem, function, text, where)
    if any(isinstance(node, ast.Raise) for node in ast.walk(owner)) and "Raises:" not in text:
        mend = "say in its docstring, under Raises:, which error comes when"
        yield Lack(problem.id, f"{where} raises errors of which its docstring is silent", mend)
    if (end := f"Handout §{problem.section}.") not in text:
        yield Lack(problem.id, f"{where} names no section", f"end its docstring with “{end}”")


def _missing_arguments(
    problem: Problem, function: ast.FunctionDef, text: str, where: str
) -> Iterator[Lack]:
    """Yield which arguments have no entry under Args, and which tensors no shape.

    An annotation such as Float[Tensor, "batch dim"] says enough.
    """
    given = function.args
    for argument in [*given.posonlyargs, *given.args, *given.kwonlyargs]:
        name = argument.arg
        annotation = ast.unparse(argument.annotation) if argument.annotation else ""
        if name == "self" or "Tensor, '" in annotation:
            continue
        if not re.search(rf"^ *(\w+, )*{name}(, \w+)*: .", text, re.M):
            mend = f"add “{name}: …” under Args in its docstring"
            yield Lack(problem.id, f"{where} says nothing of {name}", mend)
        elif annotation.endswith("Tensor") and "shape" not in text:
            mend = f'annotate it as in Float[Tensor, "batch dim"], or say its shape under {name}:'
            yield Lack(problem.id, f"{where} says no shape of {name}", mend)
