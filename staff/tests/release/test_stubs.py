"""The cut of a reference file."""

import pytest

from cs336_staff.release.stubs import CutError, cut, lines_of_answer
from cs336_staff.release.student_copy import answer_lines, check_root
from tests.harness.plugin.problems import load_problems

PROBLEMS = load_problems()


def test_an_answer_becomes_its_stub():
    source = (
        "def mfu(flops):\n"
        '    """Say it."""\n'
        "    # BEGIN SOLUTION\n"
        "    return flops / 3\n"
        "    # END SOLUTION\n"
    )
    assert cut(source, PROBLEMS) == (
        "def mfu(flops):\n"
        '    """Say it."""\n'
        f'    raise NotImplementedError("problem mfu: see handout §{PROBLEMS["mfu"].section}")\n'
    )


def test_a_mark_may_name_its_problem():
    source = (
        "class A:\n    def step(self):\n        # BEGIN SOLUTION adam\n        # END SOLUTION\n"
    )
    assert f'"problem adam: see handout §{PROBLEMS["adam"].section}"' in cut(source, PROBLEMS)


def test_a_block_at_the_top_level_leaves_nothing():
    assert cut("a = 1\n# BEGIN SOLUTION\nb = 2\n# END SOLUTION\n", PROBLEMS) == "a = 1\n"


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("def mfu():\n    # BEGIN SOLUTION\n    pass\n", "x.py:2: BEGIN SOLUTION without END"),
        ("# END SOLUTION\n", "x.py:1: END SOLUTION without BEGIN"),
        ("# BEGIN SOLUTION\n# BEGIN SOLUTION\n", "x.py:2: BEGIN SOLUTION inside the one of line 1"),
        ("def f():\n    # BEGIN SOLUTION\n    # END SOLUTION\n", "no problem is named 'f'"),
        ("    # BEGIN SOLUTION\n    # END SOLUTION\n", "no problem is named ''"),
    ],
)
def test_marks_that_do_not_match_are_refused(source, complaint):
    with pytest.raises(CutError, match=complaint):
        cut(source, PROBLEMS, "x.py")


def test_answer_lines_are_those_between_marks_alone():
    line = "return a_long_enough_expression + 1"
    source = f"{line}  # outside\n# BEGIN SOLUTION\n{line}\nx = 1\n# END SOLUTION\n"
    assert answer_lines([source]) == {line}
    assert answer_lines([source, line]) == set()


def test_an_answers_lines_are_found_by_its_function_or_by_its_mark():
    source = (
        "def no_answer():\n"
        "    pass\n"
        "def first():\n"
        "    # BEGIN SOLUTION\n"
        "    one\n"
        "    two\n"
        "    # END SOLUTION\n"
        "class Second:\n"
        "    def step(self):\n"
        "        # BEGIN SOLUTION second\n"
        "        three\n"
        "        # END SOLUTION\n"
        "    def update(self):\n"
        "        # BEGIN SOLUTION second\n"
        "        four\n"
        "        # END SOLUTION\n"
    )
    found = {}
    for problem in ("no_answer", "first", "second"):
        numbers = lines_of_answer(source, problem)
        found[problem] = [source.split("\n")[number].strip() for number in numbers]
    assert found == {"no_answer": [], "first": ["one", "two"], "second": ["three", "four"]}


def test_the_roots_stubs_equal_the_cut():
    check_root()
