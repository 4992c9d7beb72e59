"""Cut the student's files from the reference.

An answer is between `# BEGIN SOLUTION` and `# END SOLUTION`. In a function the cut replaces it
with a NotImplementedError that names the problem (the function's name, or the one written after
BEGIN SOLUTION) and its handout section. At the top level of a module the cut removes it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tests.harness.plugin.problems import Problem, all_problems

_BEGIN = re.compile(r"^( *)# BEGIN SOLUTION(?: (\w+))?$")
_END = re.compile(r"^ *# END SOLUTION$")
_DEF = re.compile(r"^ *(?:def|class) (\w+)")


class CutError(ValueError):
    """The marks in a reference file do not match, or name no problem."""


class Line(NamedTuple):
    """A line of a reference file.

    Attributes:
        number: counted from 0.
        text: the line, without its end.
        answers: the problem whose answer it is in; "" in one at the top level, None in no answer.
        begins: it is the mark that begins the answer.
    """

    number: int
    text: str
    answers: str | None = None
    begins: bool = False


def read_lines(source: str, name: str = "source") -> Iterator[Line]:
    """Yield all lines of a reference file except the marks that end an answer.

    Args:
        source: the text of a reference module.
        name: the file's name, for errors.

    Raises:
        CutError: for a mark without its partner.
    """
    begin = 0  # line number of the open mark, from 1; 0 if none is open
    function, answers = "", None
    for number, text in enumerate(source.split("\n")):
        if mark := _BEGIN.match(text):
            if begin:
                raise CutError(
                    f"{name}:{number + 1}: BEGIN SOLUTION inside the one of line {begin}"
                )
            begin, answers = number + 1, (mark[2] or function) if mark[1] else ""
            yield Line(number, text, answers, begins=True)
        elif _END.match(text):
            if not begin:
                raise CutError(f"{name}:{number + 1}: END SOLUTION without BEGIN SOLUTION")
            begin, answers = 0, None
        else:
            if not begin and (definition := _DEF.match(text)):
                function = definition[1]
            yield Line(number, text, answers)
    if begin:
        raise CutError(f"{name}:{begin}: BEGIN SOLUTION without END SOLUTION")


def cut(source: str, problems: dict[str, Problem], name: str = "source") -> str:
    """Return the source with every answer replaced by its stub.

    Args:
        source: the text of a reference module.
        problems: the course's problems by id.
        name: the file's name, for errors.

    Raises:
        CutError: for a mark without its partner, or a solution of no known problem.
    """
    kept = []
    for line in read_lines(source, name):
        if line.answers is None:
            kept.append(line.text)
        elif line.begins and line.text.startswith(" "):
            indent = line.text[: line.text.index("#")]
            if line.answers in problems:
                message = f"problem {line.answers}: see handout §{problems[line.answers].section}"
            elif line.answers in all_problems():
                message = f"this course leaves {line.answers} out"
            else:
                raise CutError(f"{name}:{line.number + 1}: no problem is named {line.answers!r}")
            kept.append(f'{indent}raise NotImplementedError("{message}")')
    return "\n".join(kept).rstrip() + "\n"


def lines_of_answer(source: str, problem_id: str) -> list[int]:
    """Return the numbers, from 0, of a reference module's lines that answer a problem."""
    return [
        line.number for line in read_lines(source) if line.answers == problem_id and not line.begins
    ]
