"""The judge in a real container, in which namespaces are forbidden: laid out as Gradescope's is."""

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from support.container import Container
from support.points import ON_CPU

from cs336_staff.judge.host.protection import LANDLOCK, USERS
from cs336_staff.paths import ROOT, SOLUTION
from cs336_staff.release.gradescope import build_zip

COMMAND = "from cs336_staff.cli import main; import sys; sys.argv[0] = 'cs336-staff'; main()"
SHARES = 3  # of the attacks: at each commit the next third
# Of the landlock level no more is promised: it has no user of its own.
AS_ORDINARY_USER = (
    "container_writes_the_results",
    "container_stops_everyone",
    "container_plants_start_up_code_of_python",
    "container_reads_the_suite",
    "container_traces_others",
    "container_waits_past_the_end",
)


@pytest.fixture
def container(tmp_path):
    return Container(tmp_path)


def autograder(container: Container) -> Path:
    """Lay /autograder out as Gradescope does, with the reference as the submission."""
    folder = container.root / "autograder"
    with zipfile.ZipFile(build_zip(folder.parent.parent / "autograder.zip")) as archive:
        archive.extractall(folder / "source")
    shutil.copy(folder / "source" / "run_autograder", folder)
    (folder / "run_autograder").chmod(0o755)
    (folder / "results").mkdir()
    (folder / "submission_metadata.json").write_text("{}")
    shutil.copytree(SOLUTION, folder / "submission")
    python = folder / "venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    packages = ":".join(path for path in sys.path if "site-packages" in path)
    python.write_text(
        f'#!/bin/sh\nPYTHONPATH="$PYTHONPATH:{packages}" exec {sys.executable} "$@"\n'
    )
    python.chmod(0o755)
    return folder


def results(folder: Path, run: subprocess.CompletedProcess[str]) -> dict:
    file = folder / "results" / "results.json"
    assert file.exists(), run.stdout + run.stderr
    return json.loads(file.read_text())


def test_the_reference_earns_all_and_what_writes_results_earns_nothing(container):
    folder = autograder(container)
    attack = "staff/corpus/hostile/memory/container_writes_the_results.py"
    with (folder / "submission" / "cs336_basics" / "memory.py").open("a") as memory:
        memory.write("\n\n" + (ROOT / attack).read_text())
    modes = {path: path.stat().st_mode for path in (folder, folder / "source")}
    entry = (folder / "run_autograder").read_bytes()
    run = container.run("/autograder/run_autograder")
    found = results(folder, run)
    assert found["extra_data"]["protection"] == USERS.description
    lost = {test["name"].split(":")[0] for test in found["tests"] if test.get("status") == "failed"}
    assert lost == {"tensor_bytes"}, found["tests"]
    assert 0 < found["score"] < ON_CPU
    assert (folder / "run_autograder").read_bytes() == entry
    assert modes == {path: path.stat().st_mode for path in modes}


@pytest.mark.parametrize(
    "options",
    [("--cap-drop=SETUID",), ("--tmpfs=/tmp:ro", "--tmpfs=/var/tmp:ro"), ("--memory=200m",)],
    ids=["no other users", "no folder for temporary files", "no memory"],
)
def test_where_it_cannot_grade_the_student_is_sent_to_the_staff(container, options):
    folder = autograder(container)
    run = container.run("/autograder/run_autograder", options=options)
    found = results(folder, run)
    assert found["score"] == 0 and "tell the course staff" in found["output"], run.stderr


def test_attacks_on_a_container_are_contained(container):
    commits = ["git", "rev-list", "--count", "HEAD"]
    count = int(subprocess.run(commits, cwd=ROOT, capture_output=True, check=True).stdout)
    share = f"{count % SHARES + 1}/{SHARES}"
    container.python("-c", COMMAND, "audit", "--only", "container_", "--share", share)


def test_an_ordinary_user_has_the_walls_of_landlock(container, tmp_path):
    for name in AS_ORDINARY_USER:
        shutil.copytree(SOLUTION, tmp_path / "uploads" / name)
        with (tmp_path / "uploads" / name / "cs336_basics" / "memory.py").open("a") as memory:
            entry = ROOT / "staff" / "corpus" / "hostile" / "memory" / f"{name}.py"
            memory.write("\n\n" + entry.read_text())
    script = (
        "import sys; from pathlib import Path\n"
        "from cs336_staff.judge import Judge, JudgeSettings\n"
        "settings = JudgeSettings(1, 'landlock', tests=['tests/test_memory.py'])\n"
        "with Judge(settings) as judge:\n"
        "    for folder in Path('/uploads').iterdir():\n"
        "        found = judge.grade(folder)\n"
        "        lost = {r.problem.id for r in found.scores.problems if r.status != 'passed'}\n"
        "        print(folder.name, *sorted(lost))\n"
        "print(found.protection)\n"
    )
    options = (f"--volume={tmp_path}/uploads:/uploads:ro", "--user=1000:1000", "--workdir=/tmp")
    *lines, protection = container.python("-c", script, options=options).splitlines()
    assert protection == LANDLOCK.description
    assert sorted(lines) == sorted(f"{name} tensor_bytes" for name in AS_ORDINARY_USER)
