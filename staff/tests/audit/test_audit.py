"""The audit finds a suite that misses a mistake, and one that refuses a right answer."""

import gc
import io
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from cs336_staff.audit.affected import problems_at_risk
from cs336_staff.audit.command import choose
from cs336_staff.audit.corpus import CorpusError, Entry, build, copy_reference, load_corpus
from cs336_staff.audit.examine import Finding
from cs336_staff.audit.report import print_table
from cs336_staff.cli import app
from cs336_staff.paths import SOLUTION

ENTRIES = {
    "wrong/memory/caught.py": (
        '"""problem: tensor_bytes\nhint: number of elements\n"""\n'
        "def tensor_bytes(x):\n    return x.numel()\n"
    ),
    "wrong/memory/not_caught.py": (
        '"""problem: storage_bytes\n"""\n_right = storage_bytes\n'
        "def storage_bytes(x):\n    return _right(x)\n"
    ),
    "wrong/memory/other_hint.py": (
        '"""problem: tensor_bytes\nhint: no failure says this\n"""\n'
        "def tensor_bytes(x):\n    return 4 * x.numel()\n"
    ),
    "wrong/memory/harms_others.py": (
        '"""problem: tensor_bytes\n"""\n'
        "def tensor_bytes(x):\n    return 0\n\ndef storage_bytes(x):\n    return 0\n"
    ),
    "wrong/memory/cannot_run.py": (
        '"""problem: tensor_bytes\n"""\ndef tensor_bytes(x):\n    return a_slip\n'
    ),
    "correct/flops/passes.py": (
        '"""By another name."""\n_right = mfu\ndef mfu(*args):\n    return _right(*args)\n'
    ),
    "correct/flops/refused.py": (
        '"""A mistake among the right ones."""\ndef mfu(*args):\n    return 0.5\n'
    ),
    "flagged/memory/shown.py": ('"""problem: tensor_bytes\n"""\nfrom threading import Thread\n'),
    "flagged/memory/not_shown.py": ('"""problem: tensor_bytes\n"""\n_right = tensor_bytes\n'),
    "flagged/memory/refused.py": (
        '"""problem: tensor_bytes\n"""\nimport ctypes\ndef tensor_bytes(x):\n    return 0\n'
    ),
    "hostile/memory/contained.py": (
        '"""problem: tensor_bytes\n"""\nimport os\ndef tensor_bytes(x):\n    os._exit(0)\n'
    ),
    "hostile/memory/not_contained.py": (
        '"""problem: tensor_bytes\n"""\n_right = tensor_bytes\n'
        "def tensor_bytes(x):\n    return _right(x)\n"
    ),
}
GOOD = {
    *("wrong/memory/caught", "correct/flops/passes", "flagged/memory/shown"),
    "hostile/memory/contained",
}


@pytest.fixture
def corpus(tmp_path):
    for name, text in ENTRIES.items():
        path = tmp_path / "corpus" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "corpus"


@pytest.mark.parametrize("fast", [True, False], ids=["fast", "judge"])
def test_the_audit_finds_what_falls_short(corpus, tmp_path, fast):
    arguments = ["audit", "--corpus", str(corpus), "--json", str(tmp_path / "found.json")]
    arguments += ["--seed", "1", *(["--fast"] if fast else [])]
    done = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert done.exit_code == 1, done.output
    found = {e["entry"]: e for e in json.loads((tmp_path / "found.json").read_text())["entries"]}
    expected = {e.removesuffix(".py") for e in ENTRIES if not (fast and e.startswith("hostile"))}
    assert set(found) == expected
    assert {name for name, entry in found.items() if entry["ok"]} == GOOD & expected
    assert "storage_bytes" in found["wrong/memory/harms_others"]["shortcomings"][0]
    assert "not caught" in found["wrong/memory/not_caught"]["shortcomings"][0]
    assert "not flagged" in found["flagged/memory/not_shown"]["shortcomings"][0]
    assert "threading" in found["flagged/memory/shown"]["flags"][0]
    assert "refused in tensor_bytes" in found["flagged/memory/refused"]["shortcomings"][0]
    assert "it cannot run" in found["wrong/memory/cannot_run"]["shortcomings"][0]
    assert "SHORT" in done.output and "no failure says this" in done.output
    assert "correct/flops/refused  full marks" not in done.output


def test_the_table_names_problems_in_full_in_a_narrow_terminal():
    console = Console(file=io.StringIO(), width=80)
    entry = Entry("wrong", "flops", "x", Path("x.py"), problem="mixed_precision_throughput")
    print_table([Finding(entry)], console)
    assert " mixed_precision_throughput " in console.file.getvalue()


def test_a_correct_entry_counts_at_the_problem_in_its_name_or_at_its_module():
    console = Console(file=io.StringIO(), width=80)
    names = {"storage_bytes_len": "memory", "cuda_allocated_bytes": "memory", "mlp_numpy": "flops"}
    made = [Entry("correct", module, name, Path("x.py")) for name, module in names.items()]
    print_table([Finding(entry) for entry in made], console)
    rows = re.findall(r"^\W+([\w.]+)\W.* 1 of 1 ", console.file.getvalue(), re.M)
    assert rows == ["storage_bytes", "cuda_allocated_bytes", "flops.py"]


def test_an_audit_without_a_shortcoming_is_a_success(corpus):
    arguments = ["audit", "--corpus", str(corpus), "--fast", "--only", "/caught"]
    done = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert "1 entry, 0 fell short" in done.output


def test_the_shares_of_a_corpus_are_the_corpus(corpus):
    every = load_corpus(corpus)
    assert choose(every, fast=False, only="", share="1/1") == every
    shares = [choose(every, fast=False, only="", share=f"{which}/4") for which in (1, 2, 3, 4)]
    assert sorted((e for share in shares for e in share), key=every.index) == every
    assert {len(share) for share in shares} <= {len(every) // 4, len(every) // 4 + 1}


def test_an_audit_of_a_share_says_so(corpus, tmp_path):
    arguments = ["audit", "--corpus", str(corpus), "--fast", "--only", "caught", "--share", "1/2"]
    arguments += ["--json", str(tmp_path / "found.json")]
    done = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert "1 entry (share 1/2), 0 fell short" in done.output
    assert json.loads((tmp_path / "found.json").read_text())["share"] == "1/2"


def test_only_the_problems_that_an_entry_can_harm_are_judged(corpus, tmp_path):
    def at_risk(label):
        [entry] = [entry for entry in load_corpus(corpus) if entry.label == label]
        folder = tmp_path / entry.name
        folder.mkdir()
        return problems_at_risk(entry, build(entry, folder))

    assert at_risk("wrong/memory/caught") == {"tensor_bytes"}
    assert at_risk("wrong/memory/harms_others") == {"tensor_bytes", "storage_bytes"}
    assert at_risk("hostile/memory/contained") > {"tensor_bytes"}


def test_two_threads_can_tell_at_a_time_what_an_entry_harms(tmp_path):
    """CPython's parser can fail if two threads parse at a time: see affected.py."""
    entry = Entry("wrong", "memory", "x", Path("x.py"), problem="tensor_bytes")
    folders = [copy_reference(tmp_path / str(number)) for number in range(20)]
    for folder in folders:
        with (folder / "cs336_basics" / "memory.py").open("a") as module:
            module.write(f"\ndef tensor_bytes(x):\n    return {folder.name}\n")

    def give_way(phase, info):
        time.sleep(0)

    gc.callbacks.append(give_way)
    try:
        with ThreadPoolExecutor(2) as threads:
            found = list(threads.map(lambda folder: problems_at_risk(entry, folder), folders))
    finally:
        gc.callbacks.remove(give_way)
    assert found == [{"tensor_bytes"}] * len(folders)


def test_no_module_of_the_reference_imports_another():
    """The audit judges an entry only on problems of its own module: see affected.py."""
    for path in (SOLUTION / "cs336_basics").glob("*.py"):
        lines = [line.split() for line in path.read_text().splitlines()]
        words = [line[1] for line in lines if line[:1] in (["from"], ["import"])]
        assert not [w for w in words if w.startswith((".", "cs336_basics"))], path.name


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("wrong/memory/a.py", "x = 1\n", "problem: <id>"),
        ("wrong/flops/a.py", '"""problem: mffu"""\n', "not 'mffu'; did you mean mfu?"),
        ("caught_by.json", "{", "caught_by.json is damaged"),
        ("caught_by.json", "[]", "caught_by.json is damaged"),
        ("caught_by.json", '{"wrong/flops/a": 1}', "caught_by.json is damaged"),
        ("wrong/nowhere/a.py", '"""problem: mfu"""\n', "no module nowhere"),
        ("elsewhere/a.py", "", "holds no corpus entries"),
        ("wrong/a.py", '"""problem: mfu"""\n', "wrong/<module>/<name>.py"),
        ("wrong/flops/deeper/a.py", '"""problem: mfu"""\n', "wrong/<module>/<name>.py"),
        (
            "wrong/optim/a.py",
            '"""problem: adam\nwith: x\n"""\n',
            "no line “replace: …” comes before",
        ),
        (
            "wrong/optim/a.py",
            '"""problem: adam\nreplace: x\n"""\n',
            "no line “with: …” comes after",
        ),
        (
            "correct/optim/a.py",
            '"""replace: x\nwith: y\n"""\n',
            "a correct entry replaces no lines",
        ),
    ],
)
def test_a_malformed_corpus_is_one_clear_error(tmp_path, name, text, says):
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    with pytest.raises(CorpusError, match=re.escape(says)):
        load_corpus(tmp_path)
    done = CliRunner().invoke(app, ["audit", "--corpus", str(tmp_path), "--fast"])
    assert done.exit_code == 2
    assert "Traceback" not in done.output


def _built(tmp_path: Path, module: str, docstring: str) -> str:
    """Build a corpus of one wrong entry; return its module up to the entry's own docstring."""
    path = tmp_path / "corpus" / "wrong" / module / "a.py"
    path.parent.mkdir(parents=True)
    path.write_text(f'"""{docstring}\n"""\n')
    [entry] = load_corpus(tmp_path / "corpus")
    made = build(entry, tmp_path) / "cs336_basics" / f"{module}.py"
    source, appended = made.read_text().split(f'"""{docstring}')
    assert appended == '\n"""\n'
    return source.rstrip()


@pytest.mark.parametrize(
    ("script", "says"),
    [("mkdir $2/tree; exit 1", "build.sh failed"), ("true", "build.sh made neither tree nor")],
)
def test_a_tree_that_is_not_built_is_an_error(tmp_path, script, says):
    folder = tmp_path / "corpus" / "hostile_trees" / "tree"
    folder.mkdir(parents=True)
    (folder / "build.sh").write_text(f"# problem: tensor_bytes\n{script}\n")
    [entry] = load_corpus(tmp_path / "corpus")
    with pytest.raises(CorpusError, match=says):
        build(entry, tmp_path)


def test_an_entry_may_replace_lines_of_its_problems_answer_alone(tmp_path):
    built = _built(
        tmp_path,
        "optim",
        "problem: adam\n\nSome words.\n\n"
        'replace: torch._foreach_add_(roots, group["eps"])\n'
        "with: if roots:\n"
        "with:     torch._foreach_mul_(roots, 2)\n"
        "replace: return loss\n"
        "with:",
    )
    reference = (SOLUTION / "cs336_basics" / "optim.py").read_text()
    before, adam = reference.split("class Adam(")
    adam = adam.replace(
        '            torch._foreach_add_(roots, group["eps"])\n',
        "            if roots:\n                torch._foreach_mul_(roots, 2)\n",
        1,  # AdamW has the line, too
    ).replace("        return loss\n", "\n", 1)
    assert built == f"{before}class Adam({adam}".rstrip()


@pytest.mark.parametrize(
    ("module", "problem", "line", "times"),
    [
        ("optim", "adam", "no such line", 0),
        ("optim", "adam", 'sums = _state(self, params, "sum")', 0),
        ("tensors", "view_metadata", "d = _dim(dim, len(self.shape))", 2),
    ],
    ids=["nowhere", "in another answer", "more than once"],
)
def test_a_replaced_line_must_be_once_in_the_answer(tmp_path, module, problem, line, times):
    says = f"a: “{line}” is {times} times in the reference's answer to {problem}"
    with pytest.raises(CorpusError, match=re.escape(says)):
        _built(tmp_path, module, f"problem: {problem}\nreplace: {line}\nwith: x")


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("PYTHONHOME", "/nowhere", "the judge did not start"),
        ("PATH", "/nowhere", "bubblewrap (bwrap) is not installed"),
    ],
)
def test_an_audit_without_a_judge_is_one_clear_error(corpus, monkeypatch, name, value, says):
    monkeypatch.setenv(name, value)
    done = CliRunner().invoke(app, ["audit", "--corpus", str(corpus)])
    assert done.exit_code == 2
    assert says in done.output and "Traceback" not in done.output
