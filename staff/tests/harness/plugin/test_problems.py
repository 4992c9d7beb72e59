"""The list of problems: a mistake in it is named, with the place."""

import pytest

from tests.harness.plugin.problems import PROBLEMS_TOML, BadProblems, load_problems, read_problems

GOOD = """
[[problem]]
id = "row_bytes"
title = "Bytes of a row"
module = "memory"
section = "2.7"
points = 1
"""


def test_the_list_is_read_as_it_stands():
    assert len(load_problems()) == PROBLEMS_TOML.read_text().count("[[problem]]")
    assert sum(problem.points for problem in load_problems().values()) == 100


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("points = 1", "points = -1", "problem 1, row_bytes: points must be positive, got -1"),
        ("points = 1", 'points = "1"', "points must be of type int, got '1'"),
        ("points = 1", "points = true", "points must be of type int, got True"),
        ("points = 1", "pionts = 1", "there is no pionts; a problem has id, title, module"),
        ("points = 1", "", "points is missing"),
        ('id = "row_bytes"', "", "problem 1, without id: id is missing"),
        ('id = "row_bytes"', 'id = "row-bytes"', "the id must be the name of a function"),
        ("points = 1", "points = 1\n" + GOOD, "problem 2, row_bytes: an earlier problem has"),
        (
            "points = 1",
            "points = 1\n" + GOOD.replace("row_bytes", "column_bytes"),
            "problem 2, column_bytes: it has the section of row_bytes, 2.7",
        ),
        ("points = 1", "points = ", "is no TOML: Invalid value (at line 7"),
        ("[[problem]]", "[problem]", "has no [[problem]]"),
        ("[[problem]]", "problem = [1]\n[other]", "problem 1, without id: it is no table"),
        (GOOD, "", "has no [[problem]]"),
    ],
)
def test_a_mistake_is_one_clear_error(tmp_path, old, new, says):
    file = tmp_path / "problems.toml"
    file.write_text(GOOD.replace(old, new))
    with pytest.raises(BadProblems) as error:
        read_problems(file)
    assert str(file) in str(error.value) and says in str(error.value)
