"""The solutions of staff/questions.md compute what they say, and name problems that exist."""

import math
import re

import pytest

from cs336_staff.paths import ROOT
from tests.harness.plugin.problems import load_problems

TEXT = (ROOT / "staff" / "questions.md").read_text(encoding="utf-8")
LINES = re.findall(r"^- `([^`]+) = ([\d.]+)`$", TEXT, flags=re.MULTILINE)


@pytest.mark.parametrize(("formula", "value"), LINES)
def test_a_solution_s_formula_gives_its_value(formula: str, value: str):
    assert re.fullmatch(r"[\d\s.e+*/()-]+", formula), "numbers and arithmetic only"
    decimals = len(value.partition(".")[2])
    assert math.isclose(eval(formula), float(value), rel_tol=1e-9, abs_tol=0.51 * 10.0**-decimals)


def test_questions_are_numbered_and_name_problems():
    heads = re.findall(r"^### (\d+)\. [^(]*\(([^)]*)\)$", TEXT, flags=re.MULTILINE)
    assert [int(number) for number, _ in heads] == list(range(1, len(heads) + 1))
    assert TEXT.count("\n### ") == len(heads)
    named = {name for _, names in heads for name in re.findall(r"`(\w+)`", names)}
    assert named <= set(load_problems()) and all("`" in names for _, names in heads)
