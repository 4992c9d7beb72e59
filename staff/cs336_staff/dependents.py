"""Which problems can a change to one module affect?

In the judge every test has a process of its own, which imports only what its adapter imports. So
a module's code runs in the tests of its own problems, and of those whose modules import it.
"""

import ast
from pathlib import Path

from tests.harness.problems import Problem

PACKAGE = "cs336_basics"


def affected_problems(module: str, submission: Path, problems: dict[str, Problem]) -> set[str]:
    """Return the ids of the problems that code in `module` can affect.

    Args:
        module: a module of cs336_basics, or "adapters" or "__init__", which affect everything.
        submission: the folder whose imports count.
        problems: all problems by id.
    """
    if module in ("adapters", "__init__", ""):
        return set(problems)
    imports = {path.stem: _imported_modules(path) for path in (submission / PACKAGE).glob("*.py")}
    affected = {module}
    while True:
        more = {name for name, used in imports.items() if used & affected} - affected
        if not more:
            return {id_ for id_, problem in problems.items() if problem.module in affected}
        affected |= more


def _imported_modules(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level or base == PACKAGE or base.startswith(PACKAGE + "."):
                tail = base.removeprefix(PACKAGE).strip(".")
                found |= {tail.split(".")[0]} if tail else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {
                alias.name.split(".")[1]
                for alias in node.names
                if alias.name.startswith(PACKAGE + ".")
            }
    return found
