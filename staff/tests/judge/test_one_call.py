"""ARCHITECTURE.md names all files that run in a call from a test to the function and back."""

import re
import sys
from pathlib import Path

import numpy as np
from support.judge_parts import fork_server
from support.suite_runs import append

from cs336_staff.judge import Budgets
from cs336_staff.judge.host.remote_caller import RemoteCaller
from cs336_staff.judge.host.supervisor import Supervisor
from cs336_staff.paths import ROOT
from tests.harness.plugin.adapters import Adapters, LocalCaller

# The first call starts the record; the second returns it: the first call's way back, and the
# second call's way there.
RECORDING = """
import sys

SEEN, _answer = set(), run_get_batch


def run_get_batch(*args):
    sys.setprofile(lambda frame, *_: SEEN.add(frame.f_code.co_filename))
    return *_answer(*args), sorted(SEEN)
"""


def files_of_a_call(caller, submission: Path) -> set[str]:
    """Return the files of this repository that run in one call, on both sides."""
    adapters, dataset = Adapters(caller, submission), np.arange(100)
    caller.begin("test", 336)
    adapters.observed().run_get_batch(dataset, 4, 8, "cpu")
    here = set[str]()
    sys.setprofile(lambda frame, *_: here.add(frame.f_code.co_filename))
    try:
        there = adapters.observed().run_get_batch(dataset, 4, 8, "cpu").result[2]
    finally:
        sys.setprofile(None)
        caller.end()
    ours = re.compile(
        rf"(?:{ROOT}/|/judge/|{submission}/|/submission/)(?:staff/)?"
        r"((?:tests/harness|cs336_staff|cs336_basics|adapters)\b.*)"
    )
    return {found[1] for file in here.union(there) if (found := ours.match(file))}


def section(title: str) -> str:
    text = (ROOT / "staff" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    return text.partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_the_architecture_names_every_file_of_a_call(reference):
    append(reference, RECORDING, "adapters.py")
    at_home = files_of_a_call(LocalCaller(reference), reference)
    with fork_server() as workers:
        caller = RemoteCaller(
            lambda _: Supervisor(workers.control, reference, True),
            reference.parent,
            {"test": "get_batch"},
            Budgets(),
            set(),
        )
        try:
            judged = files_of_a_call(caller, reference)
        finally:
            caller.close()
    print(*sorted(at_home), "", *sorted(judged), sep="\n")
    text = section("One call, followed through")
    assert {file for file in at_home | judged if Path(file).name not in text} == set()
    assert f"{len(at_home)} files at home, {len(judged)} through the judge" in text
