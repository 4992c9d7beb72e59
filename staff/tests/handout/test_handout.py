"""The PDF is built from its sources, and its numbers come from the reference."""

import ast
import io
import json
import os
import re
import subprocess
import sys
import tomllib
from typing import Any

import pytest
import torch
import typst
from matplotlib.image import imread

from cs336_staff.handout.page_ends import ENDS, HEIGHT, page_ends
from cs336_staff.handout.pages import (
    FACTS,
    HANDOUT,
    HTML,
    PDF,
    build_html,
    build_pdf,
    facts_text,
    query,
)
from cs336_staff.handout.reference import reference
from cs336_staff.paths import ROOT, SOLUTION
from cs336_staff.release.stubs import cut
from tests.harness.plugin.problems import Problem, load_problems

PROBLEMS = load_problems()
REBUILD = "it is out of date: run `python -m cs336_staff.handout`, and look at the pages"
SECTIONS = sorted((HANDOUT / "sections").glob("*.typ"))
LARGEST = 2 * 2**20


def test_facts_are_what_the_reference_and_torch_say():
    assert FACTS.read_text(encoding="utf-8") == facts_text(), f"{FACTS.name}: {REBUILD}"


@pytest.mark.parametrize(
    ("file", "build", "start"),
    [(PDF, build_pdf, b"%PDF"), (HTML, build_html, b"<!DOCTYPE html>")],
    ids=["pdf", "html"],
)
def test_an_edition_is_built_from_facts_and_sources_the_same_each_time(file, build, start):
    edition = build()
    assert edition == build(), "two builds differ"
    assert edition == file.read_bytes(), f"{file.name}: {REBUILD}"
    assert edition.startswith(start) and len(edition) < LARGEST


def test_the_pdf_is_one_that_typst_has_checked_for_accessibility():
    assert b"<pdfuaid:part>1</pdfuaid:part>" in PDF.read_bytes()


def test_every_page_ends_where_it_was_chosen_to():
    ends = json.loads(ENDS.read_text(encoding="utf-8"))
    assert ends == page_ends(), REBUILD
    pages = [mark["page"] for mark in _elements("<place>")]
    assert [pages[end - 2] + 1 for end in ends] == [pages[end - 1] for end in ends]


def test_no_page_is_left_blank_by_more_than_a_tenth():
    """Look at pictures of the pages from the first chapter to the references."""
    starts = [mark["page"] for mark in _elements("<place>") if mark["kind"] == "heading 1"]
    main, root = str(HANDOUT / "handout.typ"), str(ROOT)
    images = typst.compile(main, format="png", ppi=36, root=root, ignore_system_fonts=True)
    blank = {}
    for page in range(starts[0], starts[-1]):
        rows = imread(io.BytesIO(images[page - 1]))[:, :, :3].min(axis=(1, 2))
        bottom = round(len(rows) * (1 - 22 / 297))  # of the text; the number is below
        blank[page] = (bottom - 1 - (rows[:bottom] < 0.8).nonzero()[0].max()) / (HEIGHT / 2)
    assert {page: share for page, share in blank.items() if share > 0.105} == {}


def test_every_problem_has_its_section_under_its_number():
    found = _elements("<problem>")
    expected = [
        {"id": p.id, "title": p.title, "section": p.section, "points": p.points}
        for p in PROBLEMS.values()
    ]
    assert found == expected


def test_the_pdf_can_be_opened_at_every_problem():
    headings = query("heading.where(level: 2)")
    assert [item["label"] for item in headings if item["numbering"]] == [f"<{p}>" for p in PROBLEMS]


def test_every_problem_has_a_deliverable_and_every_one_to_write_an_example():
    assert _elements("<deliverable>") == list(PROBLEMS)
    written = {p.id for p in PROBLEMS.values() if not p.cuda}
    assert written <= set(_elements("<example>"))


def test_every_problem_has_its_lesson():
    """Why it matters, what to remember, what to read next, and an example to change."""
    text = "".join(path.read_text(encoding="utf-8") for path in SECTIONS)
    lessons = dict(re.findall(r'#problem\("(\w+)"\)(.*?)(?=#problem\(|\n= |\Z)', text, re.DOTALL))
    assert lessons.keys() == PROBLEMS.keys()
    examples = _elements("<example>")
    for identifier, lesson in lessons.items():
        parts = ["#why[", "#takeaway[", "#further["]
        parts += ["change: ["] if identifier in examples else []
        missing = [part for part in parts if part not in lesson]
        # the first problem of a chapter may say at the chapter's head why it matters
        first = PROBLEMS[identifier].section.endswith(".1")
        assert not set(missing) - ({"#why["} if first else set()), f"{identifier} lacks {missing}"


def test_what_an_example_asks_is_answered():
    text = "".join(path.read_text(encoding="utf-8") for path in SECTIONS)
    asked = re.findall(r'#deliver\("(\w+)", (?:note: .*?)?change: ', text)
    assert _elements("<answer>") == [p for p in PROBLEMS if p in asked]
    assert len(asked) == len(_elements("<example>"))


def test_every_stub_names_the_section_that_the_handout_has():
    sections = {item["id"]: item["section"] for item in _elements("<problem>")}
    named = set()
    for path in sorted((SOLUTION / "cs336_basics").glob("*.py")):
        stub = cut(path.read_text(encoding="utf-8"), PROBLEMS, path.name)
        for identifier, section in re.findall(r'"problem (\w+): see handout §([\d.]+)"', stub):
            assert sections[identifier] == section, f"the stub of {identifier}"
            named.add(identifier)
    assert named == {p.id for p in PROBLEMS.values() if not p.cuda}


@pytest.mark.parametrize(
    "problem", [p for p in PROBLEMS.values() if not p.cuda], ids=lambda problem: problem.id
)
def test_docstring_names_the_section(problem: Problem):
    tree = ast.parse((SOLUTION / "cs336_basics" / f"{problem.module}.py").read_text("utf-8"))
    named = {
        node.name.lower(): ast.get_docstring(node) or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    name = "view" if problem.id == "view_metadata" else problem.names[0].lower()
    assert f"Handout §{problem.section}." in named[name]


def test_hardware_table_is_the_reference_s():
    with (HANDOUT / "hardware.toml").open("rb") as file:
        devices = tomllib.load(file)["device"]
    names = [name for device in devices for name in device["torch_names"]]
    with reference() as modules:
        promised = modules["throughput"].promised_flop_per_sec
        for device in devices:
            for name in device["torch_names"]:
                assert promised(name, torch.float32) == device["float32"] * 1e12
                assert promised(name, torch.float16) == device["half"] * 1e12
                if "half_is" in device:
                    with pytest.raises(ValueError, match="bfloat16"):
                        promised(name, torch.bfloat16)
                else:
                    assert promised(name, torch.bfloat16) == device["half"] * 1e12
        with pytest.raises(ValueError) as error:
            promised("no such device", torch.float32)
    known = str(error.value).split("known are ")[1].split(", ")
    assert sorted(known) == sorted(names)
    assert all(device["source"] for device in devices)


@pytest.mark.parametrize("path", SECTIONS, ids=lambda path: path.stem)
def test_no_number_is_typed_by_hand(path):
    """Sentences may have small counts; a number with three digits or a decimal is computed."""
    text = re.sub(r"`[^`]*`|//.*|\"[^\"]*\"", "", path.read_text(encoding="utf-8"))
    text = _without_calls(re.sub(r"#(?:import|include|set|show|let)\b.*", "", text))
    found = re.findall(r"(?<![\w.§-])(?:\d{3,}|\d+\.\d+|\d+(?:\.\d+)?e-?\d+)(?![\w-])", text)
    assert not found, f"{path.name} has {found}: put them into facts"


def test_every_figure_is_in_the_handout():
    drawings = (HANDOUT / "figures.typ").read_text(encoding="utf-8")
    names = re.findall(r"^#let ([\w-]+)\(\) = ", drawings, flags=re.MULTILINE)
    text = "".join(path.read_text(encoding="utf-8") for path in SECTIONS)
    assert len(names) >= 9
    for name in names:
        assert f"figures.{name}()" in text


@pytest.mark.parametrize("path", SECTIONS, ids=lambda path: path.stem)
def test_no_semicolon_is_taken_for_code(path):
    """After `#n(x)` a `;` ends the code and is not printed; `\\;` is."""
    text = re.sub(r"`[^`]*`|//.*|\"[^\"]*\"", "", path.read_text(encoding="utf-8"))
    for call in re.finditer(r"#[\w.-]+", text):
        end = call.end()
        while text[end] == "(":
            end = _past_bracket(text, end)
        shown = " ".join(text[call.start() : end].split())
        assert text[end] != ";", f"{path.name}: write \\; after {shown}"


def _without_calls(text: str) -> str:
    """Remove the arguments of each call; the brackets after them are text."""
    while call := re.search(r"#[\w.-]+\(", text):
        text = text[: call.start()] + text[_past_bracket(text, call.end() - 1) :]
    return text


def _past_bracket(text: str, start: int) -> int:
    """Return the position after the bracket that closes the one at `start`."""
    end, depth = start + 1, 1
    while depth:
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    return end


def _elements(label: str) -> list[Any]:
    return [item["value"] for item in query(label)]


@pytest.mark.parametrize("path", SECTIONS, ids=lambda path: path.stem)
def test_no_apostrophe_is_taken_for_a_prime(path):
    """After a digit `'` prints ′, as in 5′; `’` is the apostrophe."""
    assert not re.findall(r"\w*\d's\b", path.read_text(encoding="utf-8"))


def test_the_handout_says_what_changed_in_this_version():
    files = (ROOT / "pyproject.toml", ROOT / "staff" / "pyproject.toml")
    versions = {tomllib.loads(file.read_text())["project"]["version"] for file in files}
    assert len(versions) == 1
    assert f"[`{versions.pop()}`]" in (HANDOUT / "sections" / "d-changes.typ").read_text()


@pytest.mark.parametrize(
    ("file", "mistake", "says"),
    [
        ("sections/01-start.typ", "\n#nope()\n", "handout/sections/01-start.typ:"),
        ("examples.toml", "\n[nope\n", "error: what the handout prints (examples.toml, hardware"),
    ],
)
def test_a_mistake_in_a_source_is_reported_and_changes_nothing(clone, file, mistake, says):
    with (clone / "handout" / file).open("a") as source:
        source.write(mistake)
    facts = clone / "handout" / "facts.json"
    facts.write_text("{}")  # not what it should be, so that a rebuild would change it
    path = os.pathsep.join([str(clone / "staff"), str(clone)])
    done = subprocess.run(
        [sys.executable, "-m", "cs336_staff.handout"],
        cwd=clone,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1 and says in done.stderr and "Traceback" not in done.stderr
    assert facts.read_text() == "{}"
