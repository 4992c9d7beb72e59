"""Cut the student's files from the reference.

An answer stands between `# BEGIN SOLUTION` and `# END SOLUTION`. In a function the cut puts a
NotImplementedError in its place that names the problem (the function's name, or the one written
after BEGIN SOLUTION) and its handout section. At the top level of a module it leaves nothing.
"""

import re
from collections.abc import Iterator

from tests.harness.problems import Problem

BEGIN = re.compile(r"^( *)# BEGIN SOLUTION(?: (\w+))?$")
END = re.compile(r"^ *# END SOLUTION$")
_DEF = re.compile(r"^ *(?:def|class) (\w+)")


class CutError(ValueError):
    """The marks in a reference file do not match, or name no problem."""


def cut(source: str, problems: dict[str, Problem], name: str = "source") -> str:
    """Return the source with every answer replaced by its stub.

    Args:
        source: the text of a reference module.
        problems: all problems by id.
        name: the file's name, for errors.

    Raises:
        CutError: for a mark without its partner, or a solution of no known problem.
    """
    return "".join(_cut_lines(source.splitlines(keepends=True), problems, name)).rstrip() + "\n"


def _cut_lines(lines: list[str], problems: dict[str, Problem], name: str) -> Iterator[str]:
    begin = 0  # line number of the open mark, 0 where none is open
    function = ""
    for number, line in enumerate(lines, start=1):
        if match := _DEF.match(line):
            function = match[1] if not begin else function
        if match := BEGIN.match(line.rstrip("\n")):
            if begin:
                raise CutError(f"{name}:{number}: BEGIN SOLUTION inside the one of line {begin}")
            begin = number
            indent, problem_id = match[1], match[2] or function
            if indent:
                if problem_id not in problems:
                    raise CutError(f"{name}:{number}: no problem is named {problem_id!r}")
                yield f'{indent}raise NotImplementedError("{_message(problems[problem_id])}")\n'
        elif END.match(line.rstrip("\n")):
            if not begin:
                raise CutError(f"{name}:{number}: END SOLUTION without BEGIN SOLUTION")
            begin = 0
        elif not begin:
            yield line
    if begin:
        raise CutError(f"{name}:{begin}: BEGIN SOLUTION without END SOLUTION")


def lines_of_answer(source: str, problem_id: str) -> list[int]:
    """Return the numbers, from 0, of a reference module's lines that answer a problem."""
    begin = rf"# BEGIN SOLUTION {problem_id}|def {problem_id}\((?s:.*?)# BEGIN SOLUTION"
    numbers: list[int] = []
    for match in re.finditer(rf"^ *(?:{begin})\n(?s:(.*?))# END SOLUTION$", source, re.MULTILINE):
        first = source.count("\n", 0, match.start(1))
        numbers += range(first, first + match[1].count("\n"))
    return numbers


def _message(problem: Problem) -> str:
    return f"problem {problem.id}: see handout §{problem.section}"
