"""What a submission imports that its grader may lack."""

import ast
import sys

_PROMISED = {*sys.stdlib_module_names, "torch", "numpy", "einops", "jaxtyping", "cs336_basics"}


def foreign_imports(files: dict[str, bytes]) -> list[str]:
    """Return a line for each file that imports what the handout does not promise.

    What stands in a try is let pass: the answer goes on without it. So is what was handed in,
    which a file finds by its bare name once its folder is in sys.path.

    Args:
        files: sources by path, as `read_files` gives them.
    """
    lines = []
    known = _PROMISED.union(*(file.removesuffix(".py").split("/") for file in files))
    for file, source in files.items():
        if not file.endswith(".py"):
            continue
        if names := sorted(_imported(source) - known):
            lines.append(f"{file} imports {', '.join(names)}, which the grader may not have")
    return lines


def _imported(source: bytes) -> set[str]:
    """Return the first words of all imports of a file; none where it does not parse."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError, RecursionError):
        return set()
    tried = {inner for node in nodes if isinstance(node, ast.Try) for inner in ast.walk(node)}
    found = set[str]()
    for node in nodes:
        if node in tried:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module or "")
    return {name.partition(".")[0] for name in found}
