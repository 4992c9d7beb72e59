"""The graded problems: those of tests/problems.toml that tests/course.toml does not leave out."""

import re
import tomllib
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, get_origin

PROBLEMS_TOML = Path(__file__).parents[2] / "problems.toml"
COURSE_TOML = PROBLEMS_TOML.with_name("course.toml")
_REQUIRED = ("id", "title", "module", "section", "points")
_OF_FUNCTIONS = {"deliverables", "adapters", "broadcasts", "changes"}
_FORMS = {  # field: what each of its names must look like, in code and in words
    "id": (r"[A-Za-z_]\w*", "the name of a function"),
    "deliverables": (r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)?", "functions and Class.method"),
    "adapters": (r"run_\w+", "functions of adapters.py, such as run_mfu"),
}


class BadProblems(ValueError):
    """The list of problems or the course is wrong; the message says where and why."""


@dataclass(frozen=True)
class Problem:
    """One graded unit of the handout.

    Attributes:
        id: its name everywhere: marker, handout label, corpus entries.
        title: its heading in the handout.
        module: the file of `cs336_basics/` that holds its answer.
        section: its number in the handout.
        points: what it earns when all of its tests pass.
        cuda: its tests need a CUDA device.
        measures: of a CUDA problem, the problems whose functions its tests call.
        deliverables: what a student writes in the module: functions, and methods as "Class.method".
        adapters: the functions of adapters.py through which its tests call these.
        broadcasts: its operands broadcast: an answer may expand one to the dims of another.
        changes: arguments that these calls may change, each name with its position, from 0.
    """

    id: str
    title: str
    module: str
    section: str
    points: int
    cuda: bool = False
    measures: tuple[str, ...] = ()
    deliverables: tuple[str, ...] = ()
    adapters: tuple[str, ...] = ()
    broadcasts: bool = False
    changes: dict[str, int] = field(default_factory=dict, hash=False)

    @property
    def names(self) -> list[str]:
        """The functions and classes of the module that are its answer."""
        return list(dict.fromkeys(name.partition(".")[0] for name in self.deliverables))


@cache
def load_problems() -> dict[str, Problem]:
    """Return the problems that the course asks for, by id, in the order of the handout."""
    return choose_problems(all_problems(), COURSE_TOML)


@cache
def all_problems() -> dict[str, Problem]:
    """Return all problems by id, those that the course leaves out too."""
    return read_problems(PROBLEMS_TOML)


@cache
def problem_of_name() -> dict[str, str]:
    """Return the id of the problem that each function or class of the modules answers."""
    return {name: id_ for id_, problem in load_problems().items() for name in problem.names}


@cache
def changed_by(adapter: str) -> frozenset[int | str]:
    """Return the positions and names of the arguments that calls of an adapter may change."""
    problems = [problem for problem in all_problems().values() if adapter in problem.adapters]
    return frozenset(key for p in problems for pair in p.changes.items() for key in pair)


def did_you_mean(name: str) -> str:
    """Return words for an error's end that name the id a wrong one is for; "" where none is."""
    ids = {id_: id_ for id_ in load_problems()}
    ids |= {other.lower(): id_ for other, id_ in problem_of_name().items()}
    near = get_close_matches(name.lower().removeprefix("run_"), ids, 1)
    return f"; did you mean {ids[near[0]]}?" if near else ""


def read_problems(file: Path) -> dict[str, Problem]:
    """Return all problems of a file, by id.

    Raises:
        BadProblems: it is no TOML, or a problem lacks something, has what none has, has a value of
            another type or form, has what only one problem may have, or measures what it cannot.
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
        if not wrong:
            problem = _problem(table)
            wrong = _twice(problem, problems)
            problems[problem.id] = problem
        if wrong:
            name = table.get("id") if isinstance(table, dict) else None
            raise BadProblems(f"{file}: problem {number}, {name or 'without id'}: {wrong}")
    for number, problem in enumerate(problems.values(), start=1):
        if wrong := _wrongly_measured(problem, problems):
            raise BadProblems(f"{file}: problem {number}, {problem.id}: {wrong}")
    return problems


def choose_problems(problems: dict[str, Problem], file: Path) -> dict[str, Problem]:
    """Return the problems that a course asks for, with its points.

    Args:
        problems: all problems by id.
        file: the course: `leave_out`, a list of ids, and `points`, a table of points by id.

    Raises:
        BadProblems: it is no TOML, has something else, names no problem, leaves out all problems,
            or leaves out what a CUDA problem that it keeps measures.
    """
    try:
        course = tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadProblems(f"{file} is no TOML: {error}") from error
    if unknown := sorted(course.keys() - {"leave_out", "points"}):
        raise BadProblems(f"{file}: there is no {unknown[0]}; a course has leave_out and points")
    left_out, points = course.get("leave_out", []), course.get("points", {})
    if _of_another_type(tuple[str, ...], left_out):
        raise BadProblems(f"{file}: leave_out must be a list of ids, got {left_out!r}")
    if type(points) is not dict or not all(type(n) is int and n > 0 for n in points.values()):
        raise BadProblems(f"{file}: points must be ids with positive integers, got {points!r}")
    if wrong := [id_ for id_ in [*left_out, *points] if id_ not in problems]:
        raise BadProblems(f"{file}: no problem is named {wrong[0]!r}")
    chosen = {
        id_: replace(problem, points=points.get(id_, problem.points))
        for id_, problem in problems.items()
        if id_ not in left_out
    }
    for problem in chosen.values():
        if missing := [id_ for id_ in problem.measures if id_ not in chosen]:
            raise BadProblems(f"{file}: {problem.id} measures {missing[0]}: leave out both")
    if not chosen:
        raise BadProblems(f"{file}: it leaves out every problem")
    return chosen


def _problem(table: dict[str, Any]) -> Problem:
    """Return the problem of a table, with what follows from its id where the table is silent."""
    lists = {name: tuple(value) for name, value in table.items() if type(value) is list}
    problem = Problem(**table | lists)
    if problem.cuda:
        return problem
    deliverables = problem.deliverables or (problem.id,)
    functions = tuple(f"run_{name}" for name in deliverables if "." not in name)
    adapters = problem.adapters or functions or (f"run_{problem.id}",)
    return replace(problem, deliverables=deliverables, adapters=adapters)


def _wrong(table: dict[str, Any]) -> str:
    """Return what is wrong with one problem's table; "" where nothing is."""
    known = {field.name: field for field in fields(Problem)}
    if unknown := sorted(table.keys() - known.keys()):
        return f"there is no {unknown[0]}; a problem has {', '.join(known)}"
    for name in _REQUIRED:
        if name not in table:
            return f"{name} is missing"
    for name, value in table.items():
        if wrong := _of_another_type(known[name].type, value):
            return f"{name} must be {wrong}, got {value!r}"
    for name, (form, meaning) in _FORMS.items():
        values = table.get(name, [])
        for value in [values] if type(values) is str else values:
            if not re.fullmatch(form, value, re.ASCII):
                return f"{name} must be {meaning}, got {value!r}"
    if table.get("cuda") and (given := table.keys() & _OF_FUNCTIONS):
        return f"a CUDA problem has no {min(given)}: it has those of the problems that it measures"
    return "" if table["points"] > 0 else f"points must be positive, got {table['points']}"


def _of_another_type(kind: Any, value: Any) -> str:
    """Return the type that a field must have; "" where its value has it."""
    if get_origin(kind) is tuple:
        right = type(value) is list and all(type(name) is str for name in value)
        return "" if right else "a list of names"
    if get_origin(kind) is dict:
        right = type(value) is dict and all(type(at) is int and at >= 0 for at in value.values())
        return "" if right else "names with positions, such as { params = 1 }"
    return "" if type(value) is kind else f"of type {kind.__name__}"


def _twice(problem: Problem, earlier: dict[str, Problem]) -> str:
    """Return what a problem has that an earlier one has, and only one may have; "" if nothing."""
    if problem.id in earlier:
        return "an earlier problem has this id"
    for other in earlier.values():
        if problem.section == other.section:
            return f"it has the section of {other.id}, {problem.section}"
        if shared := [name for name in problem.names if name in other.names]:
            return f"it has the answer of {other.id}, {shared[0]}"
    return ""


def _wrongly_measured(problem: Problem, problems: dict[str, Problem]) -> str:
    """Return what is wrong with what a problem measures; "" where nothing is."""
    if problem.cuda != bool(problem.measures):
        return "a CUDA problem needs measures, and only a CUDA problem has it"
    for id_ in problem.measures:
        if id_ not in problems:
            return f"measures: no problem is named {id_!r}"
        if problems[id_].cuda or problems[id_].module != problem.module:
            return f"measures: {id_} must be a problem of {problem.module} without cuda"
    return ""
