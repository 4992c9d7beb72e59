"""The graded problems, read from tests/problems.toml, the one place that lists them."""

import re
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

PROBLEMS_TOML = Path(__file__).parents[2] / "problems.toml"
# Adapters that score a problem of another name, and classes that stand behind an adapter.
PROBLEM_OF = {
    "merge_heads": "split_heads",
    "training_days": "training_flops",
    "load_checkpoint": "save_checkpoint",
    "StridedView": "view_metadata",
    "SGD": "sgd",
    "AdaGrad": "adagrad",
    "RMSProp": "rmsprop",
    "Adam": "adam",
    "Cruncher": "cruncher",
}


class BadProblems(ValueError):
    """The list of problems is not as it should be; the message says where and why."""


@dataclass(frozen=True)
class Problem:
    """One graded unit of the handout."""

    id: str
    title: str
    module: str
    section: str
    points: int
    cuda: bool = False


@cache
def load_problems() -> dict[str, Problem]:
    """Return all problems by id, in the order of the handout."""
    return read_problems(PROBLEMS_TOML)


def did_you_mean(name: str) -> str:
    """Return words for an error's end that name the id a wrong one is for; "" where none is."""
    ids = {id_: id_ for id_ in load_problems()}
    ids |= {other.lower(): id_ for other, id_ in PROBLEM_OF.items()}
    near = get_close_matches(name.lower().removeprefix("run_"), ids, 1)
    return f"; did you mean {ids[near[0]]}?" if near else ""


def read_problems(file: Path) -> dict[str, Problem]:
    """Return all problems of a file, by id.

    Raises:
        BadProblems: it is no TOML, or a problem lacks something, has what none has, has a value of
            another type, or has the id or the section of an earlier one.
    """
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8")).get("problem")
    except ValueError as error:
        raise BadProblems(f"{file} is no TOML: {error}") from error
    if not isinstance(tables, list) or not tables:
        raise BadProblems(f"{file} has no [[problem]]")
    problems: dict[str, Problem] = {}
    for number, table in enumerate(tables, start=1):
        wrong = _wrong(table) if isinstance(table, dict) else "it is no table"
        if not wrong and table["id"] in problems:
            wrong = "an earlier problem has this id"
        sections = {problem.section: problem.id for problem in problems.values()}
        if not wrong and table["section"] in sections:
            wrong = f"it has the section of {sections[table['section']]}, {table['section']}"
        if wrong:
            name = table.get("id") if isinstance(table, dict) else None
            raise BadProblems(f"{file}: problem {number}, {name or 'without id'}: {wrong}")
        problems[table["id"]] = Problem(**table)
    return problems


def _wrong(table: dict[str, Any]) -> str:
    """Return what is wrong with one problem's table; "" where nothing is."""
    fields = Problem.__annotations__
    if unknown := sorted(table.keys() - fields.keys()):
        return f"there is no {unknown[0]}; a problem has {', '.join(fields)}"
    for name, kind in fields.items():
        if name not in table and name != "cuda":
            return f"{name} is missing"
        if name in table and type(table[name]) is not kind:
            return f"{name} must be of type {kind.__name__}, got {table[name]!r}"
    if not re.fullmatch(r"[A-Za-z_]\w*", table["id"]):
        return "the id must be the name of a function"
    return "" if table["points"] > 0 else f"points must be positive, got {table['points']}"
