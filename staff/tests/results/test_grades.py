"""What stands in the cells of grades.csv, whatever a student wrote."""

import pytest

from cs336_staff.results.grades import cell


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", '"=1', "|cmd", "%0A=1"]
)
def test_no_cell_is_a_formula(text):
    assert cell(text)[0] not in '=+-@|%\t\r "'


@pytest.mark.parametrize("text", ["\uff1d1+1", "\uff0b1", "\ufe6bSUM(A1)", "\u200b=1", "\ufeff-1"])
def test_no_cell_is_a_formula_in_wide_signs_or_behind_what_is_not_seen(text):
    assert cell(text) == f"'{text}"


def test_no_cell_is_several_where_semicolons_are_taken_for_separators_too():
    assert cell("ada;;;;;;;100;=1+1") == "ada,,,,,,,100,=1+1"
    assert cell(";=1+1") == ",=1+1"


def test_no_cell_breaks_its_row():
    assert (
        cell("a\nb\r\nc\x00d\x1b[31m")
        == "a b c\N{REPLACEMENT CHARACTER}d\N{REPLACEMENT CHARACTER}[31m"
    )
