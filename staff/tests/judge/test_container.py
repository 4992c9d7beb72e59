"""The judge in a real container, in which namespaces are forbidden: laid out as Gradescope's is."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from support.container import Container
from support.points import ON_CPU

from cs336_staff.judge.host.protection import LANDLOCK, USERS, USERS_ALONE
from cs336_staff.paths import ROOT, SOLUTION
from cs336_staff.release.gradescope import build_zip

COMMAND = "from cs336_staff.cli import main; import sys; sys.argv[0] = 'cs336-staff'; main()"
SHARES = 3  # of the attacks: at each commit the next third, with Landlock and without in turn
# Without Landlock no more is promised: each reads or uses what everybody may.
POSSIBLE_WITHOUT_LANDLOCK = {
    "container_is_never_the_one_killed",
    "container_makes_devices",
    "container_reads_arguments_of_others",
    "container_reads_passwords",
}
# Of the landlock level no more is promised: it has no user of its own.
AS_ORDINARY_USER = {  # module/entry: the problem that it loses
    "einops_rewrites/container_fills_sockets": "attention_scores",
    "memory/container_writes_the_results": "tensor_bytes",
    "memory/container_stops_everyone": "tensor_bytes",
    "memory/container_plants_start_up_code_of_python": "tensor_bytes",
    "memory/container_reads_the_suite": "tensor_bytes",
    "memory/container_traces_others": "tensor_bytes",
    "memory/container_waits_past_the_end": "tensor_bytes",
}


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
    smallest = "--memory=700m"  # Gradescope's smallest container has 768
    run = container.run("/autograder/run_autograder", options=(smallest,))
    found = results(folder, run)
    assert found["extra_data"]["protection"] == USERS.description
    lost = {test["name"].split(":")[0] for test in found["tests"] if test.get("status") == "failed"}
    assert lost == {"tensor_bytes"}, found["tests"]
    assert 0 < found["score"] < ON_CPU
    assert (folder / "run_autograder").read_bytes() == entry
    assert modes == {path: path.stat().st_mode for path in modes}


@pytest.mark.parametrize(
    "options",
    [
        ("--cap-drop=SETUID",),
        ("--tmpfs=/tmp:ro", "--tmpfs=/var/tmp:ro"),
        ("--memory=200m",),
        ("--volume=/dev/null:/autograder/venv/bin/python:ro",),
    ],
    ids=["no other users", "no folder for temporary files", "no memory", "no Python"],
)
def test_where_it_cannot_grade_the_student_is_sent_to_the_staff(container, options):
    folder = autograder(container)
    run = container.run("/autograder/run_autograder", options=options)
    found = results(folder, run)
    assert found["score"] == 0 and "tell the course staff" in found["output"], run.stderr


def test_attacks_on_a_container_are_contained(tmp_path):
    commits = ["git", "rev-list", "--count", "HEAD"]
    count = int(subprocess.run(commits, cwd=ROOT, capture_output=True, check=True).stdout)
    landlock, share = count % 2 == 0, count // 2 % SHARES + 1
    audited = Container(tmp_path, landlock).python(
        *("-c", f"import atexit, os; atexit.register(os._exit, 0); {COMMAND}"),
        *("audit", "--only", "container_", "--share", f"{share}/{SHARES}"),
    )
    short = set(re.findall(r"^SHORT hostile/\w+/(\w+)", audited, re.MULTILINE))
    assert short <= (set() if landlock else POSSIBLE_WITHOUT_LANDLOCK), audited
    assert f"{len(short)} fell short" in audited and "machine changed" not in audited, audited


def test_uploads_and_results_are_hidden_without_landlock(tmp_path):
    container = Container(tmp_path, landlock=False)
    places = [container.root / "class" / name for name in ("uploads", "results")]
    for place in places:
        place.mkdir(parents=True)
        place.chmod(0o755)
    for name in ("ada", "bob"):
        shutil.copytree(SOLUTION, places[0] / name)
    attack = "staff/corpus/hostile/memory/container_reads_the_submissions.py"
    with (places[0] / "ada" / "cs336_basics" / "memory.py").open("a") as memory:
        memory.write("\n\n" + (ROOT / attack).read_text())
    container.python(
        "-c",
        "from pathlib import Path; from rich.console import Console\n"
        "from cs336_staff.grading.command import grade_all; from cs336_staff.judge import *\n"
        "settings = JudgeSettings(0, 'users', tests=['tests/test_memory.py'])\n"
        "grade_all(Path('/class/uploads'), Path('/class/results'), settings, jobs=1, seed=1,\n"
        "  resume=True, attempts='', due=None, cluster=None, console=Console())\n",
    )
    for name, lost in (("ada", {"tensor_bytes"}), ("bob", set())):
        found = json.loads((places[1] / name / "results.json").read_text())
        assert found["extra_data"]["protection"] == USERS_ALONE.description
        problems = found["extra_data"]["problems"]
        assert {row["id"] for row in problems if row["status"] == "failed"} == lost
    assert [place.stat().st_mode & 0o777 for place in places] == [0o755, 0o755]


def test_an_ordinary_user_has_the_walls_of_landlock(container, tmp_path):
    uploads = tmp_path / "uploads"
    for entry in AS_ORDINARY_USER:
        module, name = entry.split("/")
        shutil.copytree(SOLUTION, uploads / name)
        with (uploads / name / "cs336_basics" / f"{module}.py").open("a") as answers:
            answers.write("\n\n" + (ROOT / f"staff/corpus/hostile/{entry}.py").read_text())
    script = (
        "import sys; from pathlib import Path\n"
        "from cs336_staff.judge import Judge, JudgeSettings\n"
        "tests = ['tests/test_memory.py', 'tests/test_einops_rewrites.py']\n"
        "settings = JudgeSettings(1, 'landlock', tests=tests)\n"
        "with Judge(settings) as judge:\n"
        "    for folder in Path('/uploads').iterdir():\n"
        "        found = judge.grade(folder)\n"
        "        lost = {r.problem.id for r in found.scores.problems if r.status != 'passed'}\n"
        "        print(folder.name, *sorted(lost))\n"
        "print(found.protection)\n"
    )
    options = (f"--volume={uploads}:/uploads:ro", "--user=1000:1000", "--workdir=/tmp")
    *lines, protection = container.python("-c", script, options=options).splitlines()
    assert protection == LANDLOCK.description
    expected = [f"{entry.split('/')[1]} {problem}" for entry, problem in AS_ORDINARY_USER.items()]
    assert sorted(lines) == sorted(expected)
