"""Find lines that may avoid a rule on how to answer, in a way that the judge does not record.

Such a rule is judged by the record of what ran (tests/harness/rules). What these lines do may not
be in that record. So a person reads them; they cost no points.
"""

import ast
import warnings
from collections.abc import Iterator
from pathlib import Path

from cs336_staff.files.scratch import scratch_folder
from cs336_staff.results.record import Flag, clean
from cs336_staff.uploads.unpack import copy_submission
from tests.harness.checks.source_names import names_of
from tests.harness.plugin.problems import load_problems, problem_of_name
from tests.harness.plugin.submitted_files import UNPARSABLE, read_files, source_text

MOST = 20  # flags of one submission

_RULES = {
    "memory": "integer operations round to bfloat16",
    "tensors": "no tensor or array is created to query it",
    "einops_rewrites": "only einops moves axes",
    "optim": "the optimizer is the submission's own",
    "gradients": "no autograd, but products written out",
}
_ANY_RULE = "an answer is made as its problem says"

# For other threads and processes, disabled modes, code without source, raw memory, own imports.
_NAMES = {
    *("Thread", "start_new_thread", "_thread", "concurrent", "asyncio", "DataLoader"),
    *("multiprocessing", "subprocess", "fork", "posix_spawn", "popen"),
    *("_python_dispatch", "_disable_current_modes", "_DisableTorchDispatch"),
    *("DisableTorchFunction", "DisableTorchFunctionSubclass", "TorchDispatchMode"),
    *("ctypes", "settrace", "setprofile", "meta_path", "path_hooks", "__path__", "__import__"),
    *("importlib", "builtins", "FunctionType", "CodeType", "marshal", "_getframe", "get_objects"),
}
# By module: names that cost points in the answer itself (tests/harness/rules/forbidden_names.py).
_OF_MODULE = {
    "tensors": {"stride_tricks", "ndarray(", "_prims_common"},
    "einops_rewrites": {"_backends", "get_backend"},
}


def find_flags(submission: Path) -> list[Flag]:
    """Return the flags of a submission, a folder or a zip file; at most MOST.

    Raises:
        InvalidSubmission: the submission cannot be read.
    """
    with scratch_folder() as folder:
        files = read_files(copy_submission(submission, folder / "submission"))
    flags = [flag for path, data in files.items() for flag in _in_file(path, data)]
    return flags[:MOST]


def _in_file(path: str, data: bytes) -> Iterator[Flag]:
    """Yield the flags of a file; none for modules whose answers have no such rule."""
    module = Path(path).stem
    has_no_rule = module in {problem.module for problem in load_problems().values()} - _RULES.keys()
    if has_no_rule or not path.endswith(".py"):
        return
    try:
        text = source_text(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = ast.parse(text).body
    except UNPARSABLE:
        return  # it cannot run either
    found = {line for statement in body for line in _lines(statement, module)}
    for line in sorted(found):
        shown = clean(text.split("\n")[line - 1].strip(), 100)
        yield Flag(module, _RULES.get(module, _ANY_RULE), path, line, shown)


def _lines(statement: ast.stmt, module: str) -> Iterator[int]:
    """Yield the numbers of a top-level statement's flagged lines."""
    is_answer = getattr(statement, "name", "") in problem_of_name()
    flagged = _NAMES if is_answer else _NAMES | _OF_MODULE.get(module, set())
    for node in ast.walk(statement):
        if _reaches_any_name(node) or not flagged.isdisjoint(names_of(node)):
            yield getattr(node, "lineno", 1)


def _reaches_any_name(node: ast.AST) -> bool:
    """Return whether a node can reach code by a computed name."""
    match node:
        case ast.Name("exec" | "eval") | ast.Attribute(ast.Name("sys"), "modules"):
            return True
        case ast.Attribute(ast.Name("self" | "cls"), "__dict__"):
            return False
    return isinstance(node, ast.Attribute) and node.attr == "__dict__"
