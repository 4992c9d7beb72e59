"""FORMAT.md names the limits, frames, tags and kinds that the code has, with their numbers."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from cs336_staff.judge.wire import changes, control, folders, frames, replies, values
from cs336_staff.judge.wire.primitives import Limits

PAGE = (Path(values.__file__).parent / "FORMAT.md").read_text(encoding="utf-8")


def table(head: str) -> dict[str, int]:
    """Return the names and numbers of the table whose first column has this head."""
    rows = re.search(rf"^\| {head} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)[1]
    cells = [[cell.strip() for cell in row.split("|")[1:3]] for row in rows.splitlines()]
    return {name: int(number) for name, number in cells}


def test_limits():
    assert table("limit") == {field.name: field.default for field in fields(Limits)}


@pytest.mark.parametrize(
    ("head", "module", "first", "last"),
    [
        ("kind", frames, "BEGIN", "COMPILED"),
        ("tag", values, "NONE", "SET"),
        ("change", changes, "TENSOR", "OBJECT"),
    ],
)
def test_numbers(head, module, first, last):
    names = re.compile(rf"^({first}.*(?:\n.*)*?{last}) = range", re.MULTILINE)
    source = names.search(Path(module.__file__).read_text(encoding="utf-8"))[1]
    assert table(head) == {name: getattr(module, name) for name in re.findall("[A-Z_]+", source)}


def test_what_replies_and_folders_begin_with():
    for module, names in ((replies, ("RESULT", "REFUSAL")), (folders, ("NOTHING", "LISTING"))):
        words = " or ".join(f"{name} {getattr(module, name)}" for name in names)
        assert f"A byte, {words}." in PAGE


def test_control_messages():
    for name in ("OPEN", "KILL", "START", "END"):
        assert getattr(control, name) == name.lower()
        assert re.search(rf"^\| judge \| [a-z ]+ \| {name}\b", PAGE, re.MULTILINE)
