"""An appeal's folder: the failing calls again without the judge, and the corpus entry."""

import json
import subprocess
import sys

import numpy as np
import pytest
import torch
from support.suite_runs import append

from cs336_staff.appeal.command import handout_lines, write_appeal
from cs336_staff.appeal.rerun import differences
from cs336_staff.audit.corpus import copy_reference
from cs336_staff.errors import BatchError
from cs336_staff.judge.in_process import grade_in_process
from cs336_staff.results.record import build_results, write_results
from cs336_staff.results.run_folder import results_in
from cs336_staff.uploads.unpack import fingerprint
from tests.harness.plugin.problems import load_problems
from tests.harness.watching.warm import warm_up

WRONG = "def _size(x):\n    return 4\n\n\ndef tensor_bytes(x):\n    return _size(x) * x.numel()\n"
SHORT = "def open_tokens(path, dtype):\n    return np.memmap(path, dtype, mode='r')[:-1]\n"


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """Return the results of a submission that fails tensor_bytes, causal_mask and token_file."""
    folder = tmp_path_factory.mktemp("appeal")
    submission = copy_reference(folder / "submission")
    append(submission, WRONG)
    append(
        submission, "def causal_mask(n):\n    return torch.ones(n, n)", "cs336_basics/tensors.py"
    )
    append(submission, SHORT, "cs336_basics/data.py")
    warm_up()
    verdict = grade_in_process(submission, 11, ["tensor_bytes", "causal_mask", "token_file"])
    results = build_results("ada", verdict)
    results.extra_data.upload = str(submission)
    results.extra_data.fingerprint = fingerprint(submission)
    write_results(folder / "results" / "ada", results)
    return folder / "results" / "ada"


@pytest.fixture(scope="module")
def appeal(graded):
    (note,) = write_appeal(graded, graded / "appeal", [])
    assert note == "arguments could not be saved for test_token_file_of_a_terabyte_is_not_read"
    return graded / "appeal"


def test_the_script_makes_the_failing_calls_again_and_shows_both_values(appeal):
    made = subprocess.run([sys.executable, appeal / "rerun.py"], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    calls = json.loads((appeal / "appeal.json").read_text())["calls"]
    assert {call["text"].partition("(")[0] for call in calls} == {
        "run_tensor_bytes",
        "run_causal_mask",
        "run_open_tokens",
    }
    first = made.stdout.split("===")[1]
    assert "run_tensor_bytes(float64[" in first
    expected, got = (int(first.split(f"{word}:")[1].split()[0]) for word in ("expected", "got"))
    assert expected == 2 * got
    assert "got:      memmap(" in made.stdout and "No such file" not in made.stdout
    assert "torch.bool" in made.stdout and "torch.float32" in made.stdout
    one = subprocess.run([sys.executable, appeal / "rerun.py", "2"], capture_output=True, text=True)
    assert one.stdout.count("===") == 1
    no = subprocess.run([sys.executable, appeal / "rerun.py", "x"], capture_output=True, text=True)
    assert no.stderr.startswith("there are calls 1 to") and no.stderr.count("\n") == 1


@pytest.mark.parametrize("make", [torch.tensor, np.array])
def test_results_of_every_type_are_compared(make):
    values = [1.0, float("nan"), float("inf")]
    x = make(values)
    assert not [*differences({"a": [x, 2]}, {"a": [make(values), 2]})]
    (line,) = differences([x], [make([0.5, *values[1:]])])
    assert line == "result[0]: 1 of 3 differ, by 0.5 at most"
    (line,) = differences({"a": x, "b": 1}, {"a": x, "c": 1})
    assert line == "result: keys ['a', 'b'] expected, ['a', 'c'] got"
    for other in (make([1, 2, 3]), make([1.0]), 1.0, [1.0], None):
        assert len([*differences(x, other)]) == len([*differences(other, x)]) == 1


def test_inputs_are_those_that_the_judge_gave(appeal, graded):
    results = json.loads((graded / "results.json").read_text())
    failures = [test["failure"] for test in results["extra_data"]["tests"]]
    described = {failure["called"] for failure in failures if failure}
    calls = json.loads((appeal / "appeal.json").read_text())["calls"]
    assert calls and {call["text"] for call in calls} <= described


def test_the_readme_has_the_message_the_handout_and_the_way_to_grade_again(appeal):
    text = (appeal / "README.md").read_text()
    assert "The bytes of the elements that `x` shows" in text and "02-memory.typ, line" in text
    assert "the size depends on the dtype" in text and "--seed 11" in text


def test_the_entry_has_the_answer_and_its_helpers_and_nothing_of_the_reference(appeal):
    entry = appeal / "corpus" / "correct" / "memory" / "tensor_bytes_appeal.py"
    code = entry.read_text()
    assert code.count("def ") == 2 and "def _size" in code and "def tensor_bytes" in code


def test_every_problem_has_lines_of_the_handout():
    missing = [p.id for p in load_problems().values() if "line" not in handout_lines(p)]
    assert missing == []


def test_what_cannot_be_answered_is_one_clear_error(appeal, graded, tmp_path):
    with pytest.raises(BatchError, match="appeal is there already"):
        write_appeal(graded, appeal, [])
    with pytest.raises(BatchError, match="ada did not fail adam, but tensor_bytes, causal_mask, t"):
        write_appeal(graded, tmp_path / "out", ["adam"])
    with pytest.raises(BatchError, match=r"holds no results\.json"):
        write_appeal(tmp_path, tmp_path / "out", [])
    upload = graded.parents[1] / "submission" / "cs336_basics" / "flops.py"
    before = upload.read_text()
    upload.write_text(before + "\n# changed")
    with pytest.raises(BatchError, match="was changed after it was graded"):
        write_appeal(graded, tmp_path / "out", [])
    upload.write_text(before)
    results = results_in(graded)
    results.extra_data.upload, results.extra_data.fingerprint = str(upload), ""
    write_results(tmp_path / "ada", results)
    with pytest.raises(BatchError, match=r"flops\.py: it is not a zip file"):
        write_appeal(tmp_path / "ada", tmp_path / "out", [])
    assert not (tmp_path / "out").exists()
