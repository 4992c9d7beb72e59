"""The judge: the same verdicts as in one process, its interface, and what it does without."""

import shutil
import subprocess
import sys
import threading

import pytest
from cs336_staff.judge import Budgets, Judge, JudgeSettings, SandboxUnavailable
from cs336_staff.judge.sandbox import SANDBOXED, UNSANDBOXED
from cs336_staff.paths import ROOT, SOLUTION

SEED = 987654321987654321


@pytest.fixture(scope="module")
def judge():
    with Judge(JudgeSettings(seed=SEED)) as judge:
        yield judge


def verdicts(scores) -> dict[str, tuple[str, str]]:
    return {test["id"]: (test["outcome"], test["message"]) for test in scores["tests"]}


@pytest.mark.parametrize("submission", [SOLUTION, ROOT], ids=["reference", "stubs"])
def test_the_judge_says_what_one_process_says(judge, warm, submission):
    judged = judge.grade(submission)
    here = warm(submission, seed=SEED)
    assert judged.ended == "completed"
    assert judged.protection == SANDBOXED
    assert verdicts(judged.scores) == verdicts(here.scores)
    keys = ("points", "possible", "not_run")
    assert [judged.scores[key] for key in keys] == [here.scores[key] for key in keys]


def test_problems_and_seeds_can_be_chosen(judge):
    verdict = judge.grade(ROOT, seed=5, problems=["tensor_bytes", "mfu"])
    assert {row["id"] for row in verdict.scores["problems"]} == {"tensor_bytes", "mfu"}
    assert verdict.seed == 5
    assert verdict.scores["points"] == 0


def test_a_wrong_answer_fails_with_its_hint(judge, reference):
    file = reference / "cs336_basics" / "memory.py"
    file.write_text(file.read_text() + "\n\ndef tensor_bytes(x):\n    return x.numel()\n")
    verdict = judge.grade(reference, problems=["tensor_bytes", "storage_bytes"])
    rows = {row["id"]: row for row in verdict.scores["problems"]}
    assert rows["storage_bytes"]["status"] == "passed"
    assert "this is the number of elements" in rows["tensor_bytes"]["message"]


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
    assert [verdict.scores["points"] for verdict in found] == [found[0].scores["points"]] * 4
    assert found[0].scores["points"] > 0


def test_nothing_but_the_submissions_own_files_is_taken(judge, reference, tmp_path):
    (reference / "conftest.py").write_text("raise SystemExit('conftest.py ran')\n")
    (reference / "sitecustomize.py").write_text("raise SystemExit\n")
    (reference / "torch").mkdir()
    (reference / "torch" / "__init__.py").write_text("raise SystemExit\n")
    (reference / "cs336_basics" / "link.py").symlink_to("/etc/hostname")
    verdict = judge.grade(reference, problems=["tensor_bytes"])
    assert verdict.scores["points"] == verdict.scores["possible"] > 0


def test_a_folder_without_adapters_is_a_verdict(judge, reference):
    (reference / "adapters.py").unlink()
    verdict = judge.grade(reference, problems=["tensor_bytes"])
    assert verdict.scores["points"] == 0


def test_without_a_sandbox_the_report_says_so():
    settings = JudgeSettings(seed=SEED, sandbox=False, tests=["tests/test_memory.py"])
    with Judge(settings) as judge:
        verdict = judge.grade(SOLUTION)
    assert verdict.protection == UNSANDBOXED
    assert verdict.scores["points"] == verdict.scores["possible"] > 0


def test_without_bubblewrap_the_judge_says_how_to_install_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SandboxUnavailable, match="apt-get install bubblewrap"), Judge(
        JudgeSettings(seed=1, tests=["tests/test_memory.py"])
    ):
        pass


def test_a_problem_that_runs_out_of_time_is_over(reference):
    file = reference / "cs336_basics" / "memory.py"
    harm = "\n\ndef tensor_bytes(x):\n    while True:\n        pass\n"
    file.write_text(file.read_text() + harm)
    budgets = Budgets(call=1, test=2, problem=3)
    settings = JudgeSettings(seed=1, tests=["tests/test_memory.py"], budgets=budgets)
    with Judge(settings) as judge:
        verdict = judge.grade(reference)
    tests = [t for t in verdict.scores["tests"] if t["problem"] == "tensor_bytes"]
    assert "did not return within 1 s" in tests[0]["message"]
    assert tests[-1]["message"].startswith("not run: earlier")


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs setpriv")
def test_an_ordinary_user_has_the_sandbox_too(tmp_path):
    """The fork server starts without root's rights, with bubblewrap's own user namespace."""
    program = (
        "import sys; sys.path[:0] = [%r, %r]\n"
        "from cs336_staff.judge.sandbox import ForkServer\n"
        "from cs336_staff.judge.settings import JudgeSettings\n"
        "server = ForkServer(JudgeSettings(seed=1)); server.wait_until_ready(); server.stop()\n"
        "print('ready')" % (str(ROOT / "staff"), str(ROOT))
    )
    command = [sys.executable, "-c", program]
    if __import__("os").getuid() == 0:
        command = ["setpriv", "--reuid=60001", "--regid=60001", "--clear-groups", *command]
        probe = subprocess.run([*command[:4], sys.executable, "-c", ""], capture_output=True)
        if probe.returncode:
            pytest.skip("this Python is not readable by other users")
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", timeout=120)
    assert done.stdout == "ready\n", done.stderr
