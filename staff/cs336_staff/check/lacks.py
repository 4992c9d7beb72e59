"""What a problem lacks, wherever it has to be: the list of all checks."""

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache

from cs336_staff.audit.corpus import CorpusError, Entry, load_corpus
from cs336_staff.check.collect import CannotCollect, problems_of_tests
from cs336_staff.check.lack import Lack
from cs336_staff.check.reference import reference_lacks
from cs336_staff.paths import ROOT, SOLUTION
from cs336_staff.release.student_copy import RENEW, ReleaseError, stale_stubs
from tests.harness.plugin.problems import Problem, load_problems

HANDOUT = ROOT / "handout"
REBUILD = "rebuild the handout: python -m cs336_staff.handout"


def find_lacks(chosen: Sequence[str]) -> list[Lack]:
    """Return what some problems lack, in the order in which one would write it."""
    problems = [load_problems()[id_] for id_ in chosen]
    found: list[Lack] = []
    for problem in problems:
        found += reference_lacks(problem)
        found += _adapter_lacks(problem)
    found += _stub_lacks(problems)
    found += _test_lacks(problems)
    found += _corpus_lacks(problems)
    found += _handout_lacks(problems)
    return found


def _adapter_lacks(problem: Problem) -> Iterator[Lack]:
    file = SOLUTION / "adapters.py"
    name = file.relative_to(ROOT).as_posix()
    defined = set(re.findall(r"^def (\w+)\(", file.read_text(encoding="utf-8"), re.M))
    for adapter in problem.adapters:
        if adapter not in defined:
            called = adapter.removeprefix("run_")
            answer = called if called in problem.names else problem.names[0]
            inside = f"with `from cs336_basics.{problem.module} import {answer}` inside"
            yield Lack(problem.id, f"{name} has no {adapter}", f"write it, {inside}")


def _stub_lacks(problems: list[Problem]) -> Iterator[Lack]:
    """Yield which of the problems' files at the root are not the cut of the reference."""
    try:
        stale = stale_stubs()
    except ReleaseError as error:
        mend = "mend the mark; in a method, or a second function, it is # BEGIN SOLUTION <id>"
        yield Lack("staff/solution", str(error), mend)
        return
    own = {"adapters.py", *(f"cs336_basics/{problem.module}.py" for problem in problems)}
    for name in stale:
        if name in own or len(problems) == len(load_problems()):
            yield Lack(name, "it is not the cut of staff/solution", RENEW)


def _test_lacks(problems: list[Problem]) -> Iterator[Lack]:
    try:
        tested = problems_of_tests()
    except CannotCollect as error:
        yield Lack("tests", str(error), "mend what pytest --collect-only says")
        return
    for problem in problems:
        if problem.id not in tested:
            file = f"tests/test_{'cuda_' * problem.cuda}{problem.module}.py"
            mend = f'write one in {file}, with @pytest.mark.problem("{problem.id}")'
            yield Lack(problem.id, "no test scores it", mend)


def _corpus_lacks(problems: list[Problem]) -> Iterator[Lack]:
    try:
        entries = load_corpus()
    except CorpusError as error:
        for wrong in error.args:
            yield Lack("staff/corpus", wrong, "mend that entry, or remove it")
        return
    for problem in problems:
        place = f"{problem.module}/{problem.id}_<what it does>.py"
        if not any(entry.kind == "wrong" and entry.problem == problem.id for entry in entries):
            mend = f"write a mistake: staff/corpus/wrong/{place}, with “problem: {problem.id}”"
            yield Lack(problem.id, "the corpus has no wrong entry", mend)
        answered = {name for p in _answered(problem) for name in p.names}
        correct = (e for e in entries if e.kind == "correct" and e.module == problem.module)
        if not any(answered & _defined(entry) for entry in correct):
            mend = f"write another right answer: staff/corpus/correct/{place}"
            yield Lack(problem.id, "the corpus has no correct entry", mend)


def _answered(problem: Problem) -> list[Problem]:
    """Return the problems whose functions a problem's tests call."""
    return [load_problems()[id_] for id_ in problem.measures] or [problem]


def _defined(entry: Entry) -> set[str]:
    """Return the names of the functions and classes that an entry defines."""
    return set(re.findall(r"^(?:def|class) (\w+)", entry.path.read_text(encoding="utf-8"), re.M))


def _handout_lacks(problems: list[Problem]) -> Iterator[Lack]:
    try:
        asked = tomllib.loads((HANDOUT / "examples.toml").read_text(encoding="utf-8"))
    except ValueError as error:
        yield Lack("handout/examples.toml", f"it is no TOML: {error}", "mend that")
        return
    try:
        shown = json.loads((HANDOUT / "facts.json").read_text(encoding="utf-8"))["examples"]
    except ValueError as error:
        yield Lack("handout/facts.json", f"it is no JSON: {error}", REBUILD)
        return
    for problem in problems:
        chapter, _, _ = problem.section.partition(".")
        file = f"handout/sections/{chapter:0>2}-*.typ"
        for part in ("problem", "deliver"):
            if f'#{part}("{problem.id}"' not in _sections():
                call = f'#{part}("{problem.id}")'
                yield Lack(problem.id, f"the handout has no {call}", f"write it in {file}")
        if problem.cuda:
            continue
        if problem.id not in asked:
            mend = f"add the lines to run: {problem.id} = '''…'''"
            yield Lack(problem.id, "handout/examples.toml has no example of it", mend)
        elif problem.id not in shown:
            yield Lack(problem.id, "handout/facts.json does not have its example", REBUILD)


@cache
def _sections() -> str:
    """Return the text of all chapters of the handout, without comments."""
    files = sorted((HANDOUT / "sections").glob("*.typ"))
    return "\n".join(re.sub(r"(?m)^\s*//.*", "", f.read_text(encoding="utf-8")) for f in files)
