"""Read the signatures of the deliverables from the reference's source."""

import ast
from functools import cache

from cs336_staff.handout.examples import WIDTH
from cs336_staff.paths import SOLUTION
from tests.harness.plugin.problems import Problem, all_problems


def signatures() -> dict[str, str]:
    """Return the signatures of each problem's deliverables, as Python code."""
    problems = all_problems().values()
    return {problem.id: _deliverable(problem) for problem in problems if not problem.cuda}


def _deliverable(problem: Problem) -> str:
    source = _source(problem.module)
    lines: list[str] = []
    opened = ""
    for path in problem.deliverables:
        owner, _, name = path.rpartition(".")
        body = ast.parse(source).body
        if owner:
            definition = _class(body, owner)
            if owner != opened:
                bases = ", ".join(ast.unparse(base) for base in definition.bases)
                lines.append(f"class {owner}({bases}):" if bases else f"class {owner}:")
            opened, body = owner, definition.body
        function = _function(body, name)
        lines += _signature(function, source, "    " if owner else "")
    return "\n".join(lines)


@cache
def _source(module: str) -> str:
    return (SOLUTION / "cs336_basics" / f"{module}.py").read_text(encoding="utf-8")


def _class(body: list[ast.stmt], name: str) -> ast.ClassDef:
    return next(node for node in body if isinstance(node, ast.ClassDef) and node.name == name)


def _function(body: list[ast.stmt], name: str) -> ast.FunctionDef:
    return next(node for node in body if isinstance(node, ast.FunctionDef) and node.name == name)


def _signature(function: ast.FunctionDef, source: str, indent: str) -> list[str]:
    def text(node: ast.expr | None) -> str:
        return ast.get_source_segment(source, node) or "" if node else ""

    def parameter(argument: ast.arg, default: ast.expr | None) -> str:
        annotation = f": {text(argument.annotation)}" if argument.annotation else ""
        return f"{argument.arg}{annotation}" + (f" = {text(default)}" if default else "")

    arguments = function.args.args
    defaults = [None] * (len(arguments) - len(function.args.defaults)) + function.args.defaults
    parameters = [parameter(*pair) for pair in zip(arguments, defaults, strict=True)]
    if function.args.kwarg:
        parameters.append(f"**{parameter(function.args.kwarg, None)}")
    result = f" -> {text(function.returns)}:" if function.returns else ":"
    one_line = f"{indent}def {function.name}({', '.join(parameters)}){result}"
    if len(one_line) <= WIDTH:
        return [one_line]
    lines = [f"{indent}def {function.name}("]
    return [*lines, *(f"{indent}    {item}," for item in parameters), f"{indent}){result}"]
