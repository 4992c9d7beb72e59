"""Hostile entries that patch the judge by name find what they patch.

Where a name is gone, an entry fails by an error of its own and looks contained.
"""

import importlib
import importlib.util
import re
from functools import reduce
from typing import Any

import pytest

from cs336_staff.judge.sandboxed import serve
from cs336_staff.paths import ROOT

TEXTS = {
    file.name: file.read_text(encoding="utf-8").replace("{judge}", "cs336_staff.judge")
    for file in sorted((ROOT / "staff" / "corpus" / "hostile").rglob("*.py"))
}
OURS = r"(?:tests\.harness|cs336_staff)\.[\w.]*\w"
TAKEN = re.compile(rf'sys\.modules\[f?"({OURS})"\]((?:\.\w+)*)')
PATCHING = [
    name for name, text in TEXTS.items() if TAKEN.search(text) or "from cs336_staff" in text
]


def at(value: Any, dotted: str) -> Any:
    """Follow attributes, such as ".Table.add"."""
    return reduce(getattr, dotted.split(".")[1:], value)


def bound(text: str) -> dict[str, Any]:
    """Return the objects of ours that an entry reaches, by the names it uses."""
    found: dict[str, Any] = {}
    for targets, values in re.findall(r"^ *([\w, ]+) = (.*sys\.modules.*)$", text, re.MULTILINE):
        for target, (module, path) in zip(targets.split(", "), TAKEN.findall(values), strict=False):
            found[target] = at(importlib.import_module(module), path)
    for module, names in re.findall(rf"^ *from ({OURS}) import ([\w, ]+)$", text, re.MULTILINE):
        for name in names.split(", "):
            found[name] = importlib.import_module(f"{module}.{name}")
    for target, source, path in re.findall(r"^ *(\w+) = (\w+)((?:\.\w+)+)$", text, re.MULTILINE):
        if source in found:
            found[target] = at(found[source], path)
    return found


@pytest.mark.parametrize("name", TEXTS)
def test_modules_are_there(name):
    for module in re.findall(rf'"({OURS})"', TEXTS[name]):
        assert importlib.util.find_spec(module), module


@pytest.mark.parametrize("name", PATCHING)
def test_what_is_patched_is_there(name):
    text = TEXTS[name]
    for target, value in bound(text).items():
        for path in re.findall(rf"(?<![\w.]){target}((?:\.\w+)+)", text):
            at(value, path)
    for module, path in TAKEN.findall(text):
        at(importlib.import_module(module), path)


@pytest.mark.parametrize("name", [name for name, text in TEXTS.items() if '!= "serve"' in text])
def test_locals_of_the_problem_process_are_there(name):
    code = serve.serve.__code__
    taken = re.findall(r'f_locals\["(\w+)"\]', TEXTS[name])
    assert taken and {*taken} <= {*code.co_varnames, *code.co_cellvars}
