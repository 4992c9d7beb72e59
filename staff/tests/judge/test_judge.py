"""The judge gives the same verdicts as one process; its interface; grading without a sandbox."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import torch
from support.harm import proves
from support.suite_runs import append

from cs336_staff.judge import (
    Budgets,
    Judge,
    JudgeFailed,
    JudgeSettings,
    SandboxUnavailable,
    Shortcut,
)
from cs336_staff.judge.host.protection import NAMESPACES, NONE
from cs336_staff.paths import ROOT, SOLUTION

SEED = 987654321987654321


@pytest.fixture(scope="module")
def judge():
    with Judge(JudgeSettings(seed=SEED)) as judge:
        yield judge


def verdicts(scores) -> dict[str, tuple[str, str]]:
    return {test.id: (test.outcome, test.text) for test in scores.tests}


@pytest.mark.parametrize("submission", [SOLUTION, ROOT], ids=["reference", "stubs"])
def test_the_judge_says_what_one_process_says(judge, warm, submission):
    judged = judge.grade(submission)
    here = warm(submission, seed=SEED)
    assert judged.ended == "completed"
    assert judged.protection == NAMESPACES.description
    assert judged.versions["torch"] == torch.__version__
    assert verdicts(judged.scores) == verdicts(here.scores)
    for key in ("points", "possible", "not_run"):
        assert getattr(judged.scores, key) == getattr(here.scores, key)


def test_adapters_that_cannot_be_imported_are_reported_alike(judge, warm, reference):
    append(reference, "a_slip\n", "adapters.py")
    judged = judge.grade(reference, problems=["mfu"])
    here = warm(reference, "--problems=mfu", seed=SEED)
    assert "raised in adapters.py, line" in judged.scores.problems[0].text
    assert verdicts(judged.scores) == verdicts(here.scores)


def test_problems_can_be_chosen(judge):
    verdict = judge.grade(ROOT, problems=["tensor_bytes", "mfu"])
    assert {row.problem.id for row in verdict.scores.problems} == {"tensor_bytes", "mfu"}
    assert verdict.seed == SEED
    assert verdict.scores.points == 0


def test_a_test_of_no_problem_is_not_judged(tmp_path):
    (tmp_path / "test_mine.py").write_text("def test_mine(): raise SystemExit\n")
    with Judge(JudgeSettings(SEED, tests=["tests/test_memory.py", f"{tmp_path}"])) as judge:
        verdict = judge.grade(SOLUTION, problems=["tensor_bytes"])
    assert verdict.ended == "completed" and verdict.scores.points == 1
    assert not [test for test in verdict.scores.tests if "test_mine" in test.id]


def test_a_wrong_answer_fails_with_its_hint(judge, reference):
    file = reference / "cs336_basics" / "memory.py"
    file.write_text(file.read_text() + "\n\ndef tensor_bytes(x):\n    return x.numel()\n")
    verdict = judge.grade(reference, problems=["tensor_bytes", "storage_bytes"])
    rows = {row.problem.id: row for row in verdict.scores.problems}
    assert rows["storage_bytes"].status == "passed"
    assert "this is the number of elements" in rows["tensor_bytes"].text


def test_a_problem_that_has_failed_as_expected_is_left(judge, reference):
    file = reference / "cs336_basics" / "flops.py"
    halved = "\n\nwhole = einsum_flops\n\ndef einsum_flops(*args):\n    return whole(*args) // 2\n"
    file.write_text(file.read_text() + halved)
    [one] = [id_ for id_ in judge._problems if "broadcasts_the_dims_of_an_ellipsis" in id_]
    shortcut = Shortcut("einsum_flops", words="PRODUCTS  alone", first=one)
    verdict = judge.grade(reference, problems=["einsum_flops", "matmul_flops"], shortcut=shortcut)
    tests = [test for test in verdict.scores.tests if test.problem == "einsum_flops"]
    assert len(tests) > 2
    assert {test.id: test.outcome for test in tests} == {
        test.id: "failed" if test.id == one else "not run" for test in tests
    }
    earned = {row.problem.id: row.points > 0 for row in verdict.scores.problems}
    assert earned == {"einsum_flops": False, "matmul_flops": True}


@pytest.fixture(scope="module")
def judge_in_one_part():
    budgets = Budgets(importing=3)
    with Judge(JudgeSettings(seed=SEED, budgets=budgets, parts=1)) as judge:
        yield judge


def outcomes(judge, submission, function):
    """Judge an einsum_flops that counts its calls; return each test's outcome."""
    file = submission / "cs336_basics" / "flops.py"
    file.write_text(f"{file.read_text()}\n\nwhole = einsum_flops\ncalls = []\n{function}")
    verdict = judge.grade(submission, problems=["einsum_flops", "matmul_flops"])
    assert verdict.scores.points > 0  # of matmul_flops
    return [t.outcome for t in verdict.scores.tests if t.problem == "einsum_flops"]


def test_the_tests_of_a_problem_share_a_process(judge, reference):
    first = "def einsum_flops(*a):\n    calls.append(a)\n    return whole(*a) + (len(calls) == 1)\n"
    failed, *passed = outcomes(judge, reference, first)
    assert failed == "failed"
    assert set(passed) == {"passed"}


# What a first call does to its process, before the next test begins there.
LEFT_BEHIND = {
    "a death": "os._exit(3)",
    "a hang": "sum(range(10**14))",  # holds the interpreter
    "a message": "[os.write(n, b'forged') for n in range(3, 9) if is_socket(n)]",
}


@pytest.mark.parametrize("name", LEFT_BEHIND)
def test_what_hurts_a_process_is_no_harm_to_the_next_test(judge_in_one_part, reference, name):
    found = outcomes(
        judge_in_one_part,
        reference,
        "import os, random, stat\n"
        "def is_socket(n):\n"
        "    return os.path.exists(f'/proc/self/fd/{n}') and stat.S_ISSOCK(os.fstat(n).st_mode)\n"
        "def einsum_flops(*a):\n"
        f"    random.seed = lambda seed: {LEFT_BEHIND[name]}\n"
        "    return whole(*a)\n",
    )
    assert set(found) == {"passed"}


def test_a_crash_costs_its_test_alone(judge_in_one_part, reference):
    crash = (
        "import os\n"
        "def einsum_flops(p, *a):\n"
        "    return os._exit(3) if p == 'i k, k j -> j i' else whole(p, *a)\n"
    )
    found = outcomes(judge_in_one_part, reference, crash)
    assert found[1] == "failed" and set(found[:1] + found[2:]) == {"passed"}


def test_a_file_beside_a_tests_folder_costs_no_other_problem(judge_in_one_part, reference):
    file = reference / "cs336_basics" / "checkpoint.py"
    file.write_text(
        f"{file.read_text()}\n\nfrom pathlib import Path\nwhole = save_checkpoint\n\n"
        "def save_checkpoint(*args):\n"
        "    if isinstance(args[3], str | Path):\n"
        "        (Path(args[3]).parent.parent / 'left').write_text('x')\n"
        "    whole(*args)\n"
    )
    verdict = judge_in_one_part.grade(reference, problems=["save_checkpoint", "sgd"])
    assert {row.status for row in verdict.scores.problems if row.problem.id == "sgd"} == {"passed"}


def test_options_in_the_environment_change_no_verdict(monkeypatch):
    options = {
        "PYTEST_ADDOPTS": "-k tensor_bytes",
        "PYTEST_PLUGINS": "no_such_plugin",
        "PYTHONOPTIMIZE": "2",
        "PYTHONWARNINGS": "error",
    }
    for name, value in options.items():
        monkeypatch.setenv(name, value)
    with Judge(JudgeSettings(seed=SEED, parts=1, tests=["tests/test_flops.py"])) as judge:
        environment = Path(f"/proc/{judge._process.pid}/environ").read_bytes()
        verdict = judge.grade(SOLUTION, problems=["matmul_flops"])
    assert not [name for name in options if name.encode() in environment]
    assert verdict.scores.points == verdict.scores.possible > 0


def test_many_at_a_time(judge):
    found = []
    threads = [
        threading.Thread(
            target=lambda: found.append(judge.grade(SOLUTION, problems=["tensor_bytes"]))
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [verdict.scores.points for verdict in found] == [found[0].scores.points] * 4
    assert found[0].scores.points > 0


def test_nothing_but_the_submissions_own_files_is_taken(judge, submission):
    taken = "sorted(os.listdir(os.path.dirname(os.path.dirname(__file__))))"
    link = "os.path.join(os.path.dirname(__file__), 'link.py')"
    there = f"{taken} != ['adapters.py', 'cs336_basics'] or os.path.lexists({link})"
    reference = submission(proves(there))
    (reference / "conftest.py").write_text("raise SystemExit('conftest.py ran')\n")
    (reference / "sitecustomize.py").write_text("raise SystemExit\n")
    (reference / "torch").mkdir()
    (reference / "torch" / "__init__.py").write_text("raise SystemExit\n")
    (reference / "cs336_basics" / "link.py").symlink_to("/etc/hostname")
    verdict = judge.grade(reference, problems=["tensor_bytes"])
    assert verdict.scores.points == verdict.scores.possible > 0


def test_a_folder_without_adapters_is_a_verdict(judge, reference):
    (reference / "adapters.py").unlink()
    verdict = judge.grade(reference, problems=["tensor_bytes"])
    assert verdict.scores.points == 0


def test_without_a_sandbox_the_report_says_so():
    settings = JudgeSettings(seed=SEED, protection="none", tests=["tests/test_memory.py"])
    with Judge(settings) as judge:
        verdict = judge.grade(SOLUTION)
    assert verdict.protection == NONE.description
    assert verdict.scores.points == verdict.scores.possible > 0


def test_without_bubblewrap_the_judge_says_how_to_install_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with (
        pytest.raises(SandboxUnavailable, match="apt-get install bubblewrap"),
        Judge(JudgeSettings(seed=1, protection="namespaces", tests=["tests/test_memory.py"])),
    ):
        pass


def test_where_namespaces_are_forbidden_the_judge_says_how_to_allow_them(tmp_path, monkeypatch):
    bwrap = tmp_path / "bwrap"
    bwrap.write_text(
        "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2; exit 1\n"
    )
    bwrap.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    settings = JudgeSettings(seed=1, protection="namespaces", tests=["tests/test_memory.py"])
    with (
        pytest.raises(SandboxUnavailable, match="allow user namespaces") as raised,
        Judge(settings),
    ):
        pass
    assert "install" not in str(raised.value)


def test_where_torch_cannot_be_imported_the_judge_says_so(tmp_path, monkeypatch):
    python = tmp_path / "python"
    python.write_text(
        f"#!{sys.executable}\nimport runpy, sys\nsys.modules['torch'] = None\ndel sys.argv[:2]\n"
        "runpy.run_module(sys.argv[0], run_name='__main__', alter_sys=True)\n"
    )
    python.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(python))
    with (
        pytest.raises(JudgeFailed, match="torch cannot be imported: ") as raised,
        Judge(JudgeSettings(seed=1, tests=["tests/test_memory.py"])),
    ):
        pass
    assert "Traceback" not in str(raised.value)


@pytest.mark.parametrize(
    ("call", "test", "said"),
    [
        (1, 2, "within 1 s and was"),
        (9, 2, "what was left of the test's 2 s, and was"),
        (9, 9, "what was left of the problem's 3 s, and was"),
    ],
)
def test_a_problem_that_runs_out_of_time_is_over(reference, call, test, said):
    file = reference / "cs336_basics" / "memory.py"
    harm = "\n\ndef tensor_bytes(x):\n    while True:\n        pass\n"
    file.write_text(file.read_text() + harm)
    budgets = Budgets(call=call, test=test, problem=3)
    settings = JudgeSettings(seed=1, tests=["tests/test_memory.py"], budgets=budgets)
    with Judge(settings) as judge:
        verdict = judge.grade(reference)
    tests = [t for t in verdict.scores.tests if t.problem == "tensor_bytes"]
    assert said in tests[0].text
    assert tests[-1].text.startswith("failed without a try: earlier")


def _as_ordinary_user() -> list[str]:
    """Return the beginning of a command that runs Python without root's rights."""
    if os.getuid() != 0:
        return [sys.executable]
    setpriv = ["setpriv", "--reuid=60001", "--regid=60001", "--clear-groups"]
    probe = f"import os, sys; assert sys.version_info[:2] == {sys.version_info[:2]}; "
    probe += "os.listdir(sys.base_prefix); os.stat(sys.executable)"
    for python in (sys.executable, "/usr/bin/python3"):
        found = shutil.which("setpriv") and shutil.which(python)
        if found and not subprocess.run([*setpriv, python, "-c", probe]).returncode:
            return [*setpriv, python]
    pytest.skip("no Python of this version that another user may read")


def test_an_ordinary_user_has_the_sandbox_too():
    program = (
        "from pathlib import Path\n"
        "from cs336_staff.judge.host.supervisor import Supervisor\n"
        "from cs336_staff.judge.host.protection import ForkServer\n"
        "from cs336_staff.judge.settings import JudgeSettings\n"
        "server = ForkServer(JudgeSettings(1, 'namespaces'), False); server.wait_until_ready()\n"
        f"supervisor = Supervisor(server.control, Path({str(SOLUTION)!r}), True)\n"
        "supervisor.start(); supervisor.end(); supervisor.close(); server.stop(); print('ready')\n"
    )
    packages = [path for path in sys.path if "site-packages" in path]
    if any(path.startswith("/tmp/") for path in [str(ROOT), *packages]):
        pytest.skip("an ordinary user may not read an environment of ours under /tmp")
    path = os.pathsep.join([str(ROOT / "staff"), str(ROOT), *packages])
    done = subprocess.run(
        [*_as_ordinary_user(), "-c", program],
        capture_output=True,
        text=True,
        cwd="/",
        env={"PATH": os.environ["PATH"], "PYTHONPATH": path},
        timeout=120,
    )
    assert done.stdout == "ready\n", done.stderr
