"""Run the handout's worked examples on the reference; return what a Python prompt shows."""

import ast
import io
import pprint
import tempfile
import textwrap
import tomllib
from contextlib import chdir, redirect_stdout
from types import ModuleType

import numpy as np
import torch

from cs336_staff.paths import ROOT
from tests.harness.plugin.problems import all_problems

EXAMPLES = ROOT / "handout" / "examples.toml"
WIDTH = 84  # columns of code that fit on a page


def examples(modules: dict[str, ModuleType]) -> dict[str, str]:
    """Return the transcript of each entry of examples.toml, by the entry's name."""
    with EXAMPLES.open("rb") as file:
        entries = tomllib.load(file)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):  # some write files
        return {name: _transcript(name, text, modules) for name, text in entries.items()}


def _transcript(name: str, text: str, modules: dict[str, ModuleType]) -> str:
    problem = all_problems().get(name)
    scope: dict[str, object] = {"torch": torch, "np": np, "nn": torch.nn}
    if problem is not None:
        scope |= {
            key: value for key, value in vars(modules[problem.module]).items() if key[0] != "_"
        }
    torch.manual_seed(336)
    np.random.seed(336)
    lines: list[str] = []
    for node in ast.parse(text).body:
        first, *rest = text.splitlines()[node.lineno - 1 : node.end_lineno]
        lines += [f">>> {first}", *(f"... {line}" for line in rest)]
        lines += _run(node, scope).splitlines()
    for line in lines:
        if len(line) > WIDTH:
            raise ValueError(f"examples.toml, {name}: wider than {WIDTH} columns: {line}")
    return "\n".join(lines)


def _run(node: ast.stmt, scope: dict[str, object]) -> str:
    try:
        if isinstance(node, ast.Expr):
            value = eval(compile(ast.Expression(node.value), "<example>", "eval"), scope)
            return "" if value is None else pprint.pformat(value, width=WIDTH, sort_dicts=False)
        with redirect_stdout(io.StringIO()) as printed:
            exec(compile(ast.Module([node], []), "<example>", "exec"), scope)
        return printed.getvalue()
    except (ValueError, TypeError, IndexError) as error:
        return textwrap.fill(f"{type(error).__name__}: {error}", WIDTH)
