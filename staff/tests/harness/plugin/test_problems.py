"""A mistake in the list of problems gives an error that names its place."""

import pytest

from tests.harness.plugin.problems import (
    PROBLEMS_TOML,
    BadProblems,
    changed_by,
    load_problems,
    read_problems,
)

GOOD = """
[[problem]]
id = "row_bytes"
title = "Bytes of a row"
module = "memory"
section = "2.7"
points = 1
"""


def test_the_list_is_read_as_it_is():
    assert len(load_problems()) == PROBLEMS_TOML.read_text().count("[[problem]]")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("points = 1", "points = -1", "problem 1, row_bytes: points must be positive, got -1"),
        ("points = 1", 'points = "1"', "points must be of type int, got '1'"),
        ("points = 1", "points = true", "points must be of type int, got True"),
        ("points = 1", "pionts = 1", "there is no pionts; a problem has id, title, module"),
        ("points = 1", "", "points is missing"),
        ('id = "row_bytes"', "", "problem 1, without id: id is missing"),
        ('id = "row_bytes"', 'id = "row-bytes"', "id must be the name of a function, got 'row-"),
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


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ('deliverables = "f"', "deliverables must be a list of names, got 'f'"),
        ("adapters = [1]", "adapters must be a list of names, got [1]"),
        (
            'deliverables = ["a.b.c"]',
            "deliverables must be functions and Class.method, got 'a.b.c'",
        ),
        ('adapters = ["row_bytes"]', "adapters must be functions of adapters.py, such as run_mfu"),
        ("changes = ['x']", "changes must be names with positions, such as { params = 1 }"),
        ("changes = { x = -1 }", "changes must be names with positions, such as { params = 1 }"),
        ("cuda = true", "a CUDA problem needs measures, and only a CUDA problem has it"),
        ('measures = ["mfu"]', "a CUDA problem needs measures, and only a CUDA problem has it"),
        ('cuda = true\nmeasures = ["mfu"]', "measures: no problem is named 'mfu'"),
        ('cuda = true\nmeasures = ["row_bytes"]', "row_bytes must be a problem of memory without"),
        ('cuda = true\nadapters = ["run_x"]', "a CUDA problem has no adapters: it has those of"),
    ],
)
def test_a_mistake_in_what_few_problems_have_is_one_clear_error(tmp_path, lines, says):
    file = tmp_path / "problems.toml"
    file.write_text(f"{GOOD}{lines}\n")
    with pytest.raises(BadProblems) as error:
        read_problems(file)
    assert f"{file}: problem 1, row_bytes: " in str(error.value) and says in str(error.value)


def test_a_function_answers_one_problem(tmp_path):
    file = tmp_path / "problems.toml"
    other = GOOD.replace("row_bytes", "column_bytes").replace("2.7", "2.8")
    file.write_text(f'{GOOD}{other}deliverables = ["column_bytes", "row_bytes"]\n')
    with pytest.raises(BadProblems, match="column_bytes: it has the answer of row_bytes, row_byt"):
        read_problems(file)


def test_what_a_table_leaves_out_follows_from_what_it_has(tmp_path):
    file = tmp_path / "problems.toml"

    def read(line):
        file.write_text(f"{GOOD}{line}\n")
        problem = read_problems(file)["row_bytes"]
        return problem.names, problem.adapters

    assert read("") == (["row_bytes"], ("run_row_bytes",))
    assert read('deliverables = ["f", "g"]') == (["f", "g"], ("run_f", "run_g"))
    assert read('deliverables = ["A.f", "A.g"]') == (["A"], ("run_row_bytes",))
    assert read('deliverables = ["A.f"]\nadapters = ["run_a"]') == (["A"], ("run_a",))


def test_an_adapter_may_change_what_its_problems_list():
    assert changed_by("run_optimizer") == {1, "params"}
    assert changed_by("run_mfu") == set()
