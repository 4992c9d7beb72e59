"""The PDF's tags, read by another program than the one that wrote them."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from cs336_staff.handout.pages import PDF

pikepdf = pytest.importorskip("pikepdf")


@pytest.fixture(scope="module")
def pdf():
    with pikepdf.open(PDF) as opened:
        yield opened


def test_a_viewer_is_told_title_language_and_tags(pdf):
    assert pdf.Root.Lang == "en" and pdf.Root.MarkInfo.Marked
    assert pdf.Root.ViewerPreferences.DisplayDocTitle
    with pdf.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1" and metadata["dc:title"]


def test_every_figure_and_formula_has_words(pdf):
    pictures = [e for e in _elements(pdf) if e.S in ("/Figure", "/Formula")]
    assert len(pictures) > 300
    assert [e for e in pictures if not str(e.get("/Alt", "")).strip()] == []


def test_headings_skip_no_level(pdf):
    levels = [int(str(e.S)[2:]) for e in _elements(pdf) if re.fullmatch(r"/H\d", str(e.S))]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_every_table_begins_with_header_cells(pdf):
    tables = [e for e in _elements(pdf) if e.S == "/Table"]
    assert tables
    for table in tables:
        head, *_ = _children(table)
        (row,) = _children(head)
        assert head.S == "/THead" and {str(cell.S) for cell in _children(row)} == {"/TH"}


def test_every_link_says_where_it_leads(pdf):
    links = [a for page in pdf.pages for a in page.get("/Annots", []) if a.Subtype == "/Link"]
    assert len(links) > 300 and all(str(link.get("/Contents", "")) for link in links)


def test_all_text_is_tagged_or_an_artifact(pdf):
    for number, page in enumerate(pdf.pages, 1):
        marks: list[bool] = []
        for operands, operator in pikepdf.parse_content_stream(page):
            if str(operator) in ("BDC", "BMC"):
                marks.append(operands[0] == "/Artifact" or "/MCID" in operands[1])
            elif str(operator) == "EMC":
                marks.pop()
            elif str(operator) in ("Tj", "TJ"):
                assert any(marks), f"page {number}"


def _elements(pdf: Any) -> Iterator[Any]:
    """Yield every structure element, in reading order."""

    def below(element: Any) -> Iterator[Any]:
        for child in _children(element):
            yield child
            yield from below(child)

    return below(pdf.Root.StructTreeRoot)


def _children(element: Any) -> list[Any]:
    """Return the structure elements right below one."""
    below = element.get("/K", [])
    found = list(below) if isinstance(below, pikepdf.Array) else [below]
    return [child for child in found if isinstance(child, pikepdf.Dictionary) and "/S" in child]
