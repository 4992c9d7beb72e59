"""Scores of the student's pytest, also for submissions that are broken or cheat."""

import subprocess
import sys

import pytest
from support.suite_runs import append, messages, run_pytest, status

from cs336_staff.paths import ROOT, SOLUTION
from tests.harness.plugin.problems import load_problems

MEMORY = [id_ for id_, problem in load_problems().items() if problem.module == "memory"]
CPU_MEMORY = [id_ for id_ in MEMORY if not load_problems()[id_].cuda]
ONLY_MEMORY = f"--problems={','.join(CPU_MEMORY)}"


def test_the_reference_earns_its_points(warm):
    run = warm(SOLUTION, ONLY_MEMORY)
    assert set(status(run).values()) == {"passed"}
    assert run.scores.points == sum(load_problems()[id_].points for id_ in CPU_MEMORY)


def test_stubs_are_to_do_and_name_their_section(warm):
    run = warm(ROOT, ONLY_MEMORY)
    assert set(status(run).values()) == {"to do"}
    for id_ in CPU_MEMORY:
        expected = f"problem {id_}: see handout §{load_problems()[id_].section}"
        assert set(messages(run, id_)) == {expected}


@pytest.mark.parametrize(
    "body",
    [
        "import pytest; pytest.skip('not today')",
        "import pytest; pytest.xfail('not today')",
        "import pytest; pytest.exit('goodbye')",
        "raise SystemExit(0)",
        "raise BaseException('unusual')",
        "raise StopIteration",
    ],
)
def test_a_call_that_would_skip_or_end_the_run_fails_in_its_own_problem(warm, reference, body):
    append(reference, f"def tensor_bytes(x):\n    {body}\n")
    verdicts = status(warm(reference, ONLY_MEMORY))
    assert verdicts.pop("tensor_bytes") == "failed"
    assert set(verdicts.values()) == {"passed"}


@pytest.mark.parametrize(
    "left_on",
    [
        "torch.set_default_dtype(torch.float64)",
        "torch.set_default_device('meta')",
        "torch.set_grad_enabled(False)",
        "torch.set_autocast_enabled('cpu', True)",
        "import os; os.chdir('..')",
    ],
)
def test_what_a_call_leaves_on_harms_its_own_problem_alone(warm, reference, left_on):
    append(
        reference,
        f"def tensor_bytes(x, right=tensor_bytes):\n    {left_on}\n    return right(x)\n",
    )
    others = ("sliding_windows", "cruncher", "mixed_precision_step")
    verdicts = status(warm(reference, f"--problems=tensor_bytes,{','.join(others)}"))
    assert verdicts == {"tensor_bytes": "failed", **dict.fromkeys(others, "passed")}


def test_what_an_import_leaves_on_is_put_back_and_costs_nothing(warm, reference):
    left = "import os\nos.chdir('/')\ntorch.set_default_dtype(torch.float64)\n"
    for module in ("memory", "mixed_precision", "training"):
        file = reference / "cs336_basics" / f"{module}.py"
        file.write_text(f"{file.read_text()}\n{left}torch.set_grad_enabled(False)\n")
    problems = "tensor_bytes,round_to_bfloat16,mixed_precision_step,seed_everything"
    assert set(status(warm(reference, f"--problems={problems}")).values()) == {"passed"}


def test_an_import_may_seed_the_generators_and_ask_for_coarser_matmuls(warm, reference):
    file = reference / "cs336_basics" / "training.py"
    plain = "assert torch.get_float32_matmul_precision() == 'highest'"
    for line in ("random.seed(42)", "np.random.seed(42)", "torch.manual_seed(42)"):
        file.write_text(f"{file.read_text()}\n{line}\n")
    file.write_text(
        f"{file.read_text()}\ntorch.set_float32_matmul_precision('high')\n"
        "def checkpointed_forward(layers, x, right=checkpointed_forward):\n"
        f"    {plain}\n    return right(layers, x)\n"
    )
    assert set(status(warm(reference, "--problems=checkpointed_forward")).values()) == {"passed"}


def test_what_runs_in_an_import_is_not_taken_for_the_calls(warm, reference):
    code = "torch.arange(8.0).to(torch.bfloat16) @ torch.ones(8, 8, dtype=torch.bfloat16)\n"
    append(reference, code)
    append(reference, code, "cs336_basics/throughput.py")
    problems = "--problems=round_to_bfloat16,time_matmul"
    assert set(status(warm(reference, problems)).values()) == {"passed"}


def test_what_a_test_sent_is_released_when_the_test_ends():
    code = f"""
import gc, pytest
from tests.harness.plugin.adapters import Adapters
class Count:
    def pytest_runtest_logfinish(self):
        self.held = sum(type(x) is Adapters for x in gc.get_objects())
count = Count()
pytest.main(["-pno:cacheprovider", "--submission={SOLUTION}", "--problems=get_batch"], [count])
print("held:", count.held)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert "6 of 6 points" in done.stdout
    assert "held: 0" in done.stdout


def test_garbage_is_collected_while_tests_run(reference):
    right = "x.numel() * x.element_size()"
    append(reference, f"import gc\n\ndef tensor_bytes(x):\n    return gc.isenabled() and {right}\n")
    run = run_pytest(f"--submission={reference}", "-k", "tensor_bytes")
    assert run.returncode == 0, run.stdout


def test_a_number_that_claims_to_equal_everything_earns_nothing(warm, reference):
    code = (
        "class Any(int):\n    __eq__ = lambda self, other: True\n    __hash__ = int.__hash__\n\n\n"
    )
    append(reference, code + "def tensor_bytes(x):\n    return Any(1)\n")
    assert status(warm(reference, ONLY_MEMORY))["tensor_bytes"] == "failed"


def test_another_seed_gives_other_inputs(warm, reference):
    append(reference, "def tensor_bytes(x):\n    raise ValueError(tuple(x.shape))\n")
    shown = {
        messages(warm(reference, "--problems=tensor_bytes", seed=s), "tensor_bytes")[0]
        for s in (1, 2)
    }
    again = messages(warm(reference, "--problems=tensor_bytes", seed=1), "tensor_bytes")[0]
    assert len(shown) == 2
    assert again in shown
