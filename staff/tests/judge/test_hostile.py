"""The form of the hostile corpus, and the verdicts on some entries; the reference is unharmed."""

import ast
import time
import warnings
from dataclasses import replace
from pathlib import Path

import pytest

from cs336_staff.audit.command import BUDGETS
from cs336_staff.audit.corpus import TREES, build, load_corpus
from cs336_staff.audit.examine import examine
from cs336_staff.audit.host_state import machine_changes, machine_state
from cs336_staff.judge import Judge, JudgeSettings
from cs336_staff.judge.wire import values
from cs336_staff.judge.wire.primitives import Limits, WireError, Writer
from cs336_staff.judge.wire.storages import Table
from cs336_staff.judge.wire.values import Decoder
from cs336_staff.paths import CORPUS, SOLUTION
from cs336_staff.uploads.unpack import InvalidSubmission, copy_submission
from tests.harness.plugin.problems import load_problems

HOSTILE = [entry for entry in load_corpus() if entry.kind == "hostile"]
FILES = [entry for entry in HOSTILE if entry.module]
TREE_ENTRIES = [entry for entry in HOSTILE if not entry.module]
# One of each kind: exits, crashes, hangs, floods, lies, forges, snoops, leaves files, evades.
CHOSEN = [
    "memory/exit_zero",
    "flops/segfault",
    "memory/hang_in_python",
    "tensors/memory_of_many",
    "einops_rewrites/process_flood",
    "memory/patched_torch",
    "flops/int_subclass",
    "flops/forged_laughs",
    "memory/snoops_in_parents_memory",
    "tensors/leaves_a_message",
    "data/leaves_a_time",
    "optim/acts_later",
    "optim/calls_home",
    "optim/becomes_root",
    "checkpoint/leaves_a_pipe",
    "tensors/moved_argument",
    "einops_rewrites/evades_by_exec",
    "data/skip_from_inside",
    "adapters/kills_when_imported",
    "hostile_trees/shadows_libraries",
    "hostile_trees/package_beside_module",
    "hostile_trees/links_to_the_reference",
    "hostile_trees/compiled_only",
]


def test_there_are_enough_of_all_kinds():
    assert len(FILES) >= 60
    assert len(TREE_ENTRIES) >= 15
    assert len({entry.problem for entry in HOSTILE}) >= 35
    assert {entry.module for entry in FILES} >= {"__init__", "adapters"}


@pytest.mark.parametrize("entry", FILES, ids=lambda entry: entry.label)
def test_a_file_says_what_it_does_and_only_hurts_its_own_problem(entry):
    text = entry.path.read_text(encoding="utf-8")
    first, *rest = text.splitlines()
    assert first == f'"""problem: {entry.problem}'
    assert not entry.hint or rest.pop(0) == f"hint: {entry.hint}"
    assert rest.pop(0) == ""
    assert rest[0].strip('" ')
    problem = load_problems()[entry.problem]
    if entry.module not in ("adapters", "__init__"):
        assert problem.module == entry.module
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        assert any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in tree.body)


@pytest.mark.parametrize("entry", TREE_ENTRIES, ids=lambda entry: entry.name)
def test_a_tree_is_built_and_taken_in_or_refused(entry, tmp_path):
    made = tmp_path / "made"
    made.mkdir()
    source = build(entry, made)
    assert source.parent == made
    try:
        taken = copy_submission(source, tmp_path / "taken")
    except InvalidSubmission as error:
        assert str(error).isprintable()
        assert not (tmp_path / "taken").exists()
        return
    files = [path for path in taken.rglob("*") if not path.is_dir()]
    assert files
    assert all(path.is_file() and not path.is_symlink() for path in files)
    names = {path.relative_to(taken).parts[0] for path in files}
    assert names == {"adapters.py", "cs336_basics"}
    assert {path.suffix for path in files} == {".py"}


def _decoded(write):
    out = Writer()
    write(out)
    return Decoder(b"".join(map(bytes, out.parts)), Table(), Limits()).value()


def test_lists_that_refer_to_lists_count_for_what_they_hold():
    def laughs(out, levels):
        out.byte(values.LIST)
        out.number(levels)
        for level in range(levels):
            out.byte(values.LIST)
            out.number(10)
            for _ in range(10):
                out.byte(values.REF if level else values.NONE)
                if level:
                    out.number(level - 1)

    assert len(_decoded(lambda out: laughs(out, 4))) == 4
    with pytest.raises(WireError, match="too many values"):
        _decoded(lambda out: laughs(out, 9))


def test_keys_of_one_hash_stall_nobody():
    def keys(out, count):
        out.byte(values.DICT)
        out.number(count)
        for number in range(count):
            out.byte(values.LONG)
            out.blob((number * (2**61 - 1)).to_bytes(16, "little", signed=True))
            out.byte(values.NONE)

    most = Limits().keys
    assert len(_decoded(lambda out: keys(out, most))) == most
    start = time.process_time()
    for count in (most + 1, 20_000):
        with pytest.raises(WireError):
            _decoded(lambda out, count=count: keys(out, count))
    assert time.process_time() - start < 5


def test_long_keys_of_one_hash_stall_nobody():
    def keys(out, count, length):
        out.byte(values.DICT)
        out.number(count)
        for number in range(count):
            out.byte(values.TUPLE)
            out.number(length)
            for place in range(length)[::-1]:
                out.byte(values.INT)
                out.number(1000 + (number >> place & 1) * (2**61 - 1))
            out.byte(values.NONE)

    assert len(_decoded(lambda out: keys(out, 500, 10))) == 500
    with pytest.raises(WireError, match="too many keys"):
        _decoded(lambda out: keys(out, 1000, 900))


@pytest.fixture(scope="module")
def judge():
    """Return a judge; fail if there is no sandbox, because nothing would be proved."""
    with Judge(JudgeSettings(seed=20240403, budgets=BUDGETS)) as judge:
        yield judge


@pytest.fixture(scope="module")
def unharmed(judge):
    """Return the state of the machine before the first attack, while the judge runs."""
    judge.grade(SOLUTION, problems=("mfu",))
    return _state()


def _state():
    """Return the state without the repository's files, which may be edited meanwhile."""
    return replace(machine_state(), repository="")


def _near(entry):
    """Return the entry's problem and a few that it could harm."""
    problems = load_problems()
    near = [id_ for id_, p in problems.items() if p.module == problems[entry.problem].module]
    near = [id_ for id_ in near if not problems[id_].cuda and id_ != entry.problem]
    return {entry.problem, *sorted(near)[:2], "mfu", "causal_mask"}


@pytest.mark.parametrize("label", CHOSEN)
def test_an_attack_is_contained(judge, unharmed, label):
    [entry] = [entry for entry in HOSTILE if entry.label.removeprefix("hostile/") == label]
    near = _near(entry)
    finding = examine(entry, lambda folder, *_: judge.grade(folder, problems=near))
    lost = {id_ for id_ in near if finding.points[id_] < load_problems()[id_].points}
    assert lost in ({entry.problem}, near), finding.failing
    assert machine_changes(unharmed, _state()) == []
    assert not any(Path(place, "cs336_hostile_was_here").exists() for place in ("/tmp", "/var/tmp"))


def test_the_next_submission_is_unharmed_and_no_process_is_left(judge, unharmed):
    verdict = judge.grade(SOLUTION, problems=("tensor_bytes", "causal_mask", "get_batch", "sgd"))
    failed = [test for test in verdict.scores.tests if test.outcome != "passed"]
    assert failed == []
    assert verdict.scores.points == verdict.scores.possible > 0
    assert verdict.ended == "completed"
    assert machine_changes(unharmed, _state()) == []


def test_the_corpus_is_where_it_belongs():
    assert not [path for path in (CORPUS / TREES).glob("*/*") if path.name != "build.sh"]
    assert not list((CORPUS / "hostile").rglob("__pycache__"))
