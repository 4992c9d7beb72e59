"""A clone may be in a folder with brackets in its name, such as "[CS336] Staff"."""

import os
import subprocess
import sys

CODE = """
from pathlib import Path
from cs336_staff.judge import Judge, JudgeSettings
from cs336_staff.paths import ROOT, SOLUTION
from tests.harness.watching.warm import run_suite

settings = JudgeSettings(seed=1, protection="none", tests=("tests/test_data.py",))
with Judge(settings) as judge:
    print(ROOT.parent.name, "judged:", judge.grade(SOLUTION).scores.points)
print("run:", run_suite(SOLUTION, 1, tests="tests/test_data.py").scores.points)
"""


def test_the_suite_runs_in_a_folder_with_brackets_in_its_name(clone, tmp_path):
    (tmp_path / "[CS336] Staff").mkdir()
    moved = clone.rename(tmp_path / "[CS336] Staff" / "main")
    environment = {**os.environ, "PYTHONPATH": "staff:."}
    done = subprocess.run(
        [sys.executable, "-c", CODE], cwd=moved, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    points = done.stdout.splitlines()[-1].removeprefix("run: ")
    assert f"[CS336] Staff judged: {points}\n" in done.stdout and float(points) > 0
