"""Messages about broken code and wrong results."""

import re

import numpy as np
import pytest
import torch
from support.made_gpu import adapters_of
from support.suite_runs import append, messages, run_pytest, status, table

from cs336_staff.paths import SOLUTION
from cs336_staff.report.pages import write_student_page
from cs336_staff.results.record import build_results
from cs336_staff.results.verdict import Verdict
from tests.harness.checks.checkpoint_files import load_safely
from tests.harness.checks.values import assert_close
from tests.harness.plugin.adapters import LocalCaller
from tests.harness.plugin.diagnosis import failure_of
from tests.harness.plugin.failure import Mismatch
from tests.harness.plugin.problems import load_problems
from tests.harness.runtime.conditions import Conditions

MEMORY = [id_ for id_, problem in load_problems().items() if problem.module == "memory"]
ONLY_MEMORY = f"--problems={','.join(id_ for id_ in MEMORY if not load_problems()[id_].cuda)}"


def test_an_error_says_where_it_was_raised(warm, reference):
    append(reference, "def tensor_bytes(x):\n    return x.no_such_thing\n")
    message = messages(warm(reference, "--problems=tensor_bytes"), "tensor_bytes")[0]
    assert "AttributeError" in message
    assert "raised in cs336_basics/memory.py, line" in message
    assert "return x.no_such_thing" in message
    assert "called: run_tensor_bytes(" in message


FORGED = "hint: a\nhint: b\rhint: c\x85raised in x\ncalled: y\n<b>hint: d</b>"


@pytest.mark.parametrize("kind", ["ValueError", "AssertionError", "hint"])
def test_no_text_or_name_of_an_error_is_a_hint(warm, reference, tmp_path, kind):
    code = "class hint(Exception): pass\n" if kind == "hint" else ""
    append(reference, f"{code}def tensor_bytes(x):\n    raise {kind}({FORGED!r})\n")
    scores = warm(reference, "--problems=tensor_bytes").scores
    for test in scores.tests:
        assert test.failure.hints == ()
        assert test.failure.raised_in.startswith("cs336_basics/memory.py, line ")
        assert test.text.startswith(
            f"{kind}: hint: a\n    hint: b\n    hint: c\n    raised in x\n    called: y\n    <b>"
        )
    page = write_student_page(tmp_path, build_results("eve", Verdict(scores))).read_text()
    assert "&lt;b&gt;hint: d&lt;/b&gt;" in page and 'class="hint"' not in page


@pytest.mark.parametrize("text", ["{}\nhint: a", "hint: a {}"])
def test_no_stub_says_more_than_its_own_words(warm, reference, text):
    own = f"problem tensor_bytes: see handout §{load_problems()['tensor_bytes'].section}"
    code = f"def tensor_bytes(x):\n    raise NotImplementedError({text.format(own)!r})\n"
    append(reference, code)
    for message in messages(warm(reference, "--problems=tensor_bytes"), "tensor_bytes"):
        assert message == own


def test_an_error_without_a_text_is_reported_by_its_name(warm, reference):
    code = """
def tensor_bytes(x):
    assert x is None

def max_parameters(num_devices, bytes_per_device, optimizer, precision):
    assert num_devices >= 0
"""
    append(reference, code)
    run = warm(reference, "--problems=tensor_bytes,max_parameters")
    for message in messages(run, "tensor_bytes"):
        assert message.startswith("AssertionError\nraised in cs336_basics/memory.py, line ")
    refused = messages(run, "max_parameters")[1]
    assert "got AssertionError, when the arguments are (-1, " in refused
    rows = {row.problem.id: row.text for row in run.scores.problems}
    assert rows["tensor_bytes"].startswith("AssertionError\n")


def test_a_syntax_error_costs_the_problems_of_its_file_alone(warm, reference):
    append(reference, "def broken(:\n")
    run = warm(reference, f"{ONLY_MEMORY},get_batch")
    verdicts = status(run)
    assert verdicts.pop("get_batch") == "passed"
    assert set(verdicts.values()) == {"failed"}
    assert "SyntaxError" in messages(run, "tensor_bytes")[0]
    assert "\nread by Python 3." in messages(run, "tensor_bytes")[0]
    place = r"raised in cs336_basics/memory\.py, line \d+: def broken\(:"
    assert re.search(place, messages(run, "tensor_bytes")[0])


def test_an_error_that_is_no_refusal_says_its_line(warm, reference):
    lines = "    if seconds <= 0:\n        return 1 // 0\n    return flops / seconds / promised\n"
    append(reference, f"def mfu(flops, seconds, promised):\n{lines}", "cs336_basics/flops.py")
    [said] = filter(None, messages(warm(reference, "--problems=mfu"), "mfu"))
    assert said.startswith("expected ValueError or TypeError, got ZeroDivisionError: ")
    assert re.search(r"\nraised in cs336_basics/flops\.py, line \d+, in mfu: return 1 // 0\n", said)


def test_a_refusal_that_ends_the_process_says_its_line(warm, reference):
    code = "right = get_batch\n\ndef get_batch(x, b, c, d):\n    if len(x) <= c: exit()\n"
    append(reference, f"{code}    return right(x, b, c, d)\n", "cs336_basics/data.py")
    [said] = filter(None, messages(warm(reference, "--problems=get_batch"), "get_batch"))
    assert "the call ended the process\nhint: raise an error instead\n" in said
    assert re.search(r"\nraised in cs336_basics/data\.py, line \d+, in get_batch: if len", said)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def broken(:\n", "SyntaxError: "),
        ("del mfu\n", "ImportError: cannot import name 'mfu'"),
        ("def mfu(*arguments):\n    retrun\n", "NameError: name 'retrun' is not defined"),
    ],
)
def test_code_that_cannot_run_is_reported_alike_where_a_refusal_is_due(warm, reference, code, said):
    append(reference, code, "cs336_basics/flops.py")
    texts = messages(warm(reference, "--problems=mfu"), "mfu")
    assert len(texts) == 3 and all(text.startswith(said) for text in texts)


def test_an_error_of_an_observed_call_is_not_the_tests(reference):
    append(reference, "def mfu(*arguments):\n    return {}[0]\n", "cs336_basics/flops.py")
    adapters = adapters_of(reference)
    seen = adapters.observed().run_mfu(1, 1, 1)
    with pytest.raises(KeyError) as raised:  # as it comes from another process
        raise seen.error.with_traceback(None)
    said = failure_of(raised.value, load_problems()["mfu"], adapters).text()
    assert "raised in cs336_basics/flops.py" in said and "by the test itself" not in said


def test_a_missing_return_is_reported(warm, reference):
    append(reference, "def tensor_bytes(x):\n    x.numel() * x.element_size()\n")
    run = warm(reference, ONLY_MEMORY)
    assert "got None\nhint: is a `return` missing?" in messages(run, "tensor_bytes")[0]


def test_a_missing_return_is_reported_where_an_adapter_meets_it(warm, reference):
    append(reference, "StridedView.select = lambda *_: None\n", "cs336_basics/tensors.py")
    said = messages(warm(reference, "--problems=view_metadata"), "view_metadata")
    met = [text for text in said if text.startswith("AttributeError: 'NoneType' object")]
    assert met and all("\nhint: is a `return` missing?\nraised in adapters.py" in t for t in met)


def test_a_tensor_in_the_place_of_a_number_is_reported(warm, reference):
    append(
        reference, "def tensor_bytes(x):\n    return torch.tensor(x.numel() * x.element_size())\n"
    )
    said = messages(warm(reference, ONLY_MEMORY), "tensor_bytes")[0]
    assert "got int64[]\nhint: a tensor is no Python number, its .item() is one\n" in said


def test_a_module_that_is_missing_here_may_be_missing_there(warm, reference):
    append(reference, "def tensor_bytes(x):\n    import optim\n")
    append(reference, "def storage_bytes(x):\n    import no_such_package.one\n")
    append(reference, "def max_parameters(*_):\n    from own import f\n")
    append(reference, "", "cs336_basics/own.py")
    run = warm(reference, ONLY_MEMORY)
    own = (
        "No module named 'optim'\nhint: write cs336_basics.optim: optim.py is a part of the package"
    )
    assert own in messages(run, "tensor_bytes")[0]
    assert own.replace("optim", "own") in messages(run, "max_parameters")[0]
    said = messages(run, "storage_bytes")[0]
    assert "\nhint: no no_such_package: the grader has" in said
    assert "NumPy and einops; a module of your own belongs in cs336_basics/\n" in said


def test_one_element_is_compared_without_counting():
    with pytest.raises(Mismatch) as said:
        assert_close(torch.tensor(2.0), torch.tensor(1.0).double(), dtype=torch.float32)
    assert str(said.value).startswith("the result: expected 1.0, got 2.0 (allowed")


@pytest.mark.parametrize("method", ["signal", "thread"])  # Windows has no SIGALRM
def test_a_call_that_hangs_is_reported_by_its_line(warm, reference, method):
    first = "    if x.numel() % 2:\n        raise ValueError('not the line')\n"
    append(reference, f"def tensor_bytes(x):\n{first}    while True:\n        pass\n")
    run = warm(reference, "--problems=tensor_bytes", "--timeout=1", f"--timeout-method={method}")
    said, *others = messages(run, "tensor_bytes")
    assert said.startswith("the test took too long: Timeout (>1.0s); it was in")
    assert others and all(text.startswith("not tried: another test took") for text in others)
    for text in (said, *others):
        assert re.search(r"it was in cs336_basics/memory\.py, line \d+, in tensor_bytes", text)
        assert "not the line" not in text


def test_a_renamed_function_costs_its_problem_alone(warm, reference):
    file = reference / "cs336_basics" / "memory.py"
    file.write_text(file.read_text().replace("def tensor_bytes(", "def tensor_size("))
    run = warm(reference, ONLY_MEMORY)
    verdicts = status(run)
    assert verdicts.pop("tensor_bytes") == "failed"
    assert set(verdicts.values()) == {"passed"}
    said = messages(run, "tensor_bytes")[0]
    assert "cannot import name 'tensor_bytes'" in said
    assert "\nhint: cs336_basics/memory.py has no tensor_bytes: removed, or renamed?\n" in said


def test_a_missing_adapter_is_named(warm, reference):
    file = reference / "adapters.py"
    file.write_text(file.read_text().replace("def run_tensor_bytes(", "def run_bytes("))
    run = warm(reference, ONLY_MEMORY)
    assert status(run)["storage_bytes"] == "passed"
    assert "adapters.py has no function run_tensor_bytes" in messages(run, "tensor_bytes")[0]


def test_a_changed_argument_is_seen(warm, reference):
    code = "def round_to_bfloat16(x):\n    return x.copy_(x.bfloat16().float())\n"
    append(reference, code)
    shown = "\n".join(
        messages(warm(reference, "--problems=round_to_bfloat16"), "round_to_bfloat16")
    )
    assert "run_round_to_bfloat16 changed its argument number 1" in shown


def test_a_missing_module_is_not_taken_from_an_installed_clone(warm, reference):
    (reference / "cs336_basics" / "memory.py").unlink()
    message = messages(warm(reference, "--problems=tensor_bytes"), "tensor_bytes")[0]
    hint = "hint: there is no cs336_basics/memory.py: removed, or renamed?"
    assert f"No module named 'cs336_basics.memory'\n{hint}\n" in message


def test_adapters_that_cannot_be_imported_fail_each_test_alike(reference):
    append(reference, "import no_such_package\n", "adapters.py")
    caller = LocalCaller(reference)
    caller.begin("a test", 0)
    lengths = set()
    for _ in range(3):
        with pytest.raises(ModuleNotFoundError) as raised:
            _ = caller.call("run_mfu", (), {}, Conditions()).value
        lengths.add(len(raised.traceback))
    assert len(lengths) == 1


def test_adapters_that_cannot_be_imported_fail_every_test_and_say_their_line(warm, reference):
    append(reference, "a_slip\n", "adapters.py")
    line = len((reference / "adapters.py").read_text().splitlines())
    run = warm(reference)
    for said in (test.text for test in run.scores.tests if test.outcome != "not run"):
        assert said.startswith("NameError: name 'a_slip' is not defined\n")
        assert f"raised in adapters.py, line {line}, in <module>: a_slip" in said


def test_a_checkpoint_that_is_no_plain_data_is_reported_by_what_it_holds(tmp_path):
    torch.save({"iteration": np.int64(3)}, tmp_path / "run.pt")
    with pytest.raises(Mismatch) as said:
        load_safely(tmp_path / "run.pt")
    first = str(said.value).splitlines()[0]
    assert "Unsupported global: GLOBAL numpy._core.multiarray.scalar" in first
    assert len(first) < 160


def test_a_mistake_has_no_other_hint_beside_its_own(warm, reference):
    append(
        reference,
        "def max_parameters(num_devices, bytes_per_device, optimizer, precision):\n"
        "    return num_devices * bytes_per_device // 16\n",
    )
    append(
        reference,
        "def masked_mean(x, mask):\n"
        '    return reduce(x * rearrange(mask, "... s -> ... s 1"), "... s d -> ... d", "mean")\n',
        "cs336_basics/einops_rewrites.py",
    )
    code = "plain = mixed_precision_step\n\n"
    code += "def mixed_precision_step(model, inputs, targets, optimizer, "
    code += "dtype, scaler=None):\n"
    code += "    return plain(model, inputs, targets, optimizer, torch.float32, scaler)\n"
    append(reference, code, "cs336_basics/mixed_precision.py")
    run = warm(reference, "--problems=max_parameters,masked_mean,mixed_precision_step")
    for problem, place, other in (
        ("max_parameters", "devices of ", "activations come on top"),
        ("masked_mean", "4 of 12 True", "mean over d, too"),
        ("mixed_precision_step", "the loss is ", "ran in float16, not in bfloat16"),
    ):
        said = [text for text in messages(run, problem) if place in text]
        assert said and all("hint: " in text and other not in text for text in said)


def test_a_result_without_a_name_is_called_the_result():
    with pytest.raises(Mismatch, match=r"^the result has shape \(2,\), expected \(3,\)$"):
        assert_close(torch.zeros(2), torch.zeros(3).double(), dtype=torch.float32)


def test_an_error_on_an_instruction_without_a_line_is_a_failure_of_its_test(tmp_path):
    (tmp_path / "test_it.py").write_text(
        "import pytest\n"
        "def stopped():\n"
        "    raise ValueError('stopped')\n"
        "stopped.__code__ = stopped.__code__.replace(co_linetable=b'')\n"
        "@pytest.mark.problem('mfu')\n"
        "def test_it():\n"
        "    stopped()\n"
        "@pytest.mark.problem('tensor_bytes')\n"
        "def test_next():\n"
        "    pass\n"
    )
    options = (
        "-ptests.harness.plugin.options",
        f"--rootdir={tmp_path}",
        f"--submission={SOLUTION}",
    )
    run = run_pytest(*options, tmp_path)
    assert run.returncode == 1, run.stdout
    assert "failed" in table(run)["mfu"] and "passed" in table(run)["tensor_bytes"], run.stdout
    assert "stopped" in run.stdout.partition("mfu, test_it")[2]
