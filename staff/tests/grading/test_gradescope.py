"""The autograder's zip file, run as Gradescope runs it."""

import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from support.made_class import judge, write_submission
from support.points import ON_CPU

from cs336_staff.grading import gradescope as in_container
from cs336_staff.judge.host.protection import NAMESPACES, USERS, USERS_ALONE
from cs336_staff.paths import ROOT, SOLUTION
from cs336_staff.release import gradescope
from cs336_staff.release.student_copy import SHARED_LINES, ReleaseError, answer_lines, commit_time
from cs336_staff.results.record import build_results
from cs336_staff.results.typed_json import encode
from tests.harness.plugin.failure import Failure
from tests.harness.plugin.problems import load_problems

POINTS = sum(p.points for p in load_problems().values() if p.module == "memory" and not p.cuda)


@pytest.fixture(scope="module")
def autograder_zip(tmp_path_factory):
    return gradescope.build_zip(tmp_path_factory.mktemp("zip") / "autograder.zip")


def test_the_zip_file_is_the_same_each_time(autograder_zip, tmp_path, monkeypatch):
    then = time.struct_time((2001, 2, 3, 4, 5, 6, 5, 34, 0))
    monkeypatch.setattr(time, "localtime", lambda *_: then)  # all that zipfile asks for a time
    again = gradescope.build_zip(tmp_path / "again.zip")
    assert again.read_bytes() == autograder_zip.read_bytes()
    with zipfile.ZipFile(again) as archive:
        years = {info.date_time[0] for info in archive.infolist()}
    assert years == {time.gmtime(commit_time(ROOT)).tm_year}  # Python would not see a later release


def test_the_zip_file_holds_the_scripts_at_its_top_and_no_answers(autograder_zip):
    with zipfile.ZipFile(autograder_zip) as archive:
        modes = {info.filename: info.external_attr >> 16 for info in archive.infolist()}
        assert modes["setup.sh"] == modes["run_autograder"] == 0o100755
        assert not any("solution" in name or "corpus/" in name for name in modes)
        text = "\n".join(archive.read(name).decode("utf-8", "replace") for name in modes)
    lines = set(map(str.strip, text.splitlines()))
    for file in (SOLUTION / "cs336_basics").glob("[a-z]*.py"):
        answers = answer_lines([file.read_text()])
        assert answers and len(answers & lines) <= SHARED_LINES, f"{file.name}: {answers & lines}"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("cs336_basics/memory.py", r"not the cut of staff/solution: cs336_basics/memory\.py"),
        ("tests/scratch.py", r"not in git: tests/scratch\.py"),
    ],
)
def test_what_students_do_not_have_stops_the_zip_file(tmp_path, clone, name, says):
    with (clone / name).open("a") as file:
        file.write("# my own\n")
    with pytest.raises(ReleaseError, match=says):
        gradescope.build_zip(tmp_path / "autograder.zip", clone)
    assert list(tmp_path.iterdir()) == [clone]


@pytest.mark.parametrize("script", ["setup.sh", "run_autograder"])
def test_the_scripts_parse(script):
    subprocess.run(["bash", "-n", str(ROOT / "staff" / "gradescope" / script)], check=True)


def test_torch_is_pinned_where_setup_looks_for_it():
    pinned = "grep -m1 -o 'torch==[0-9.]*' pyproject.toml"
    assert pinned in (ROOT / "staff" / "gradescope" / "setup.sh").read_text()
    found = subprocess.run(["bash", "-c", pinned], cwd=ROOT, capture_output=True, text=True)
    assert found.stdout.count("torch==") == 1


def container(folder, autograder_zip):
    """Create a folder with Gradescope's layout."""
    with zipfile.ZipFile(autograder_zip) as archive:
        for info in archive.infolist():
            path = Path(archive.extract(info, folder / "source"))
            path.chmod(info.external_attr >> 16 & 0o777)
    shutil.copy(folder / "source" / "run_autograder", folder / "run_autograder")
    (folder / "results").mkdir()
    venv.create(folder / "venv", symlinks=True)
    return folder


def installed_by_setup():
    """Return the distributions that setup.sh installs, with all that they require."""
    setup = (ROOT / "staff" / "gradescope" / "setup.sh").read_text()
    (named,) = re.findall(r"uv pip install .* -r pyproject\.toml(.*)", setup)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted, found = [*project["dependencies"], *named.split()], {}
    while wanted:
        requirement = Requirement(wanted.pop())
        applies = not requirement.marker or requirement.marker.evaluate({"extra": ""})
        if applies and requirement.name not in found:
            found[requirement.name] = importlib.metadata.distribution(requirement.name)
            wanted += found[requirement.name].requires or []
    return found.values()


def link_python(file):
    """Create a file that runs this Python in its environment; a link does not."""
    file.parent.mkdir(parents=True)
    file.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    file.chmod(0o755)


def run_in(folder):
    """Run the autograder with the folder at /autograder; return its output and results."""
    if not shutil.which("bwrap"):
        pytest.skip("bubblewrap is not installed")
    command = ["bwrap", "--die-with-parent", "--unshare-net", "--proc", "/proc", "--dev", "/dev"]
    command += ["--tmpfs", "/tmp", "--bind", str(folder), "/autograder"]
    if os.getuid() == 0:
        command += ["--cap-add", "ALL"]  # as root in a container
    for entry in sorted(Path("/").iterdir()):
        if entry.name in ("proc", "dev", "tmp", "autograder"):
            continue
        if entry.is_symlink():
            command += ["--symlink", os.readlink(entry), str(entry)]
        elif entry.is_dir():
            command += ["--ro-bind", str(entry), str(entry)]
    command += ["--ro-bind", sys.prefix, sys.prefix, "--chdir", "/"]
    (packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
    for distribution in installed_by_setup():
        for name in {file.parts[0] for file in distribution.files} - {"..", "__pycache__"}:
            inside = Path("/autograder") / packages.relative_to(folder) / name
            command += ["--ro-bind", str(distribution.locate_file(name)), str(inside)]
    run = subprocess.run(
        [*command, "/autograder/run_autograder"], capture_output=True, text=True, check=False
    )
    results = folder / "results" / "results.json"
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout + run.stderr, json.loads(results.read_text())


def test_it_grades_a_submission_where_gradescope_puts_it(tmp_path, autograder_zip):
    folder = container(tmp_path / "autograder", autograder_zip)
    for file in (folder / "source" / "assignment" / "tests").glob("test_*.py"):
        if not file.name.startswith("test_memory"):
            file.unlink()  # one module's tests say all that is to be known here
    student = folder / "submission" / "my-assignment-main"
    shutil.copytree(ROOT / "cs336_basics", student / "cs336_basics")
    shutil.copy(ROOT / "adapters.py", student)
    memory = (SOLUTION / "cs336_basics" / "memory.py").read_text()
    wrong = memory.replace("return x.numel() * x.element_size()", "return x.numel() * 4")
    (student / "cs336_basics" / "memory.py").write_text(wrong)
    (student / "conftest.py").write_text("raise SystemExit('a student wrote this')")
    output, results = run_in(folder)
    earned = POINTS - load_problems()["tensor_bytes"].points
    assert results["score"] == earned and f"{earned} of {POINTS} points" in output, output
    protection = results["extra_data"]["protection"]
    assert protection in output
    assert protection in {one.description for one in (NAMESPACES, USERS, USERS_ALONE)}
    assert abs(sum(test["score"] for test in results["tests"]) - results["score"]) < 1e-6
    assert {test["status"] for test in results["tests"]} == {"passed", "failed"}
    assert results["visibility"] == "visible"
    assert set(results) <= {
        *("score", "max_score", "execution_time", "visibility", "output", "tests", "extra_data"),
        *("stdout_visibility", "output_format", "test_output_format", "leaderboard"),
    }


def test_what_was_not_run_there_is_no_failure_and_has_no_points(tmp_path):
    made = write_submission(tmp_path / "ada", "verdict: mfu=failed")
    tests = build_results("ada", judge(made, 1)).tests
    cuda = {id_ for id_, problem in load_problems().items() if problem.cuda}
    rows = {test.name.split(":")[0]: test for test in tests}
    assert {name for name, row in rows.items() if row.output.startswith("not run: ")} == cuda
    for name in cuda:
        assert json.loads(encode(rows[name])).keys() == {"name", "number", "output", "visibility"}
    assert sum(test.max_score or 0 for test in tests) == pytest.approx(ON_CPU)
    assert (rows["mfu"].status, rows["adam"].status) == ("failed", "passed")


def test_the_scores_of_a_problem_s_tests_add_up_where_one_was_not_run(tmp_path):
    verdict = judge(write_submission(tmp_path / "ada"), 1)
    one = next(test for test in verdict.scores.tests if test.problem == "get_batch")
    one.outcome, one.failure = "not run", Failure("no sparse file of 1 TB can be made here")
    tests = build_results("ada", verdict).tests
    assert (
        sum(test.score or 0 for test in tests if "get_batch: " in test.name)
        == load_problems()["get_batch"].points
    )


def test_what_is_no_submission_has_a_reason(tmp_path, monkeypatch):
    class NoJudge:
        def __init__(self, settings):
            assert settings.protection != "none"

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def grade(self, submission):
            raise AssertionError("nothing to judge")

    monkeypatch.setattr(in_container, "Judge", NoJudge)
    (tmp_path / "submission").mkdir()
    in_container.main(tmp_path, 600)
    results = json.loads((tmp_path / "results" / "results.json").read_text())
    assert results["score"] == 0 and "it is empty" in results["output"]


def test_the_seed_is_a_number_that_any_reader_of_json_keeps_whole(tmp_path, monkeypatch):
    """A seed rounded to a double would give other inputs, and an appeal another verdict."""
    seeds = []

    def no_judge(settings):
        seeds.append(settings.seed)
        raise RuntimeError

    monkeypatch.setattr(in_container, "Judge", no_judge)
    monkeypatch.setattr(in_container.secrets, "randbits", lambda bits: 2**bits - 1)
    in_container.grade_there(tmp_path, 600)
    assert seeds == [int(float(seeds[0]))]


def test_a_grader_that_fails_says_so_to_the_student(tmp_path, monkeypatch, capsys):
    def fail(settings):
        raise RuntimeError("no torch")

    monkeypatch.setattr(in_container, "Judge", fail)
    (tmp_path / "submission").mkdir()
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "results.json").write_text('{"score": 80}')
    in_container.main(tmp_path, 600)
    results = json.loads((tmp_path / "results" / "results.json").read_text())
    assert results["score"] == 0 and "tell the course staff" in results["output"]
    assert "no torch" in capsys.readouterr().err


# GitHub: the commands of the workflows.


def workflow(name):
    yaml = pytest.importorskip("yaml")
    text = (ROOT / "staff" / "classroom" / name).read_text()
    (job,) = yaml.safe_load(text)["jobs"].values()
    return job, {step["name"]: step for step in job["steps"] if "name" in step}


def test_students_workflow_shows_the_points(tmp_path):
    _, steps = workflow("classroom.yml")
    link_python(tmp_path / "bin" / "python")
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=shutil.ignore_patterns("test_*.py"))
    memory = sorted((ROOT / "tests").glob("test_memory*.py"))
    for file in (ROOT / "pyproject.toml", ROOT / "conftest.py", *memory):
        shutil.copy(file, tmp_path / file.relative_to(ROOT))
    for name in ("adapters.py", "cs336_basics/memory.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(SOLUTION / name, tmp_path / name)
    summary = tmp_path / "summary.md"
    variables = {"GITHUB_RUN_NUMBER": "7", "GITHUB_STEP_SUMMARY": str(summary)}
    variables["PATH"] = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    variables["PYTHONPATH"] = ""  # a student has none, and it may name another clone
    for name in ("Test", "Show the points"):
        command = ["bash", "-e", "-c", steps[name]["run"]]
        subprocess.run(command, cwd=tmp_path, env={**os.environ, **variables}, check=True)
    assert summary.read_text().startswith(f"## {POINTS} of {POINTS} points\n")
    points = load_problems()["round_to_bfloat16"].points
    assert f"| round_to_bfloat16 | {points} / {points} | passed |" in summary.read_text()


def test_gpu_workflow_fails_without_a_device(tmp_path):
    job, steps = workflow("gpu.yml")
    assert job["runs-on"] == ["self-hosted", "linux", "gpu"]
    script = steps["Grade"]["run"].replace('"$RUNNER_TEMP/venv/bin/cs336-staff"', "cs336-staff")
    assert "${{" not in script  # what a run is started with is no part of a command
    command = script.strip().splitlines()[-1].removeprefix("cs336-staff")
    assert "--require-cuda" in command
    for folder in ("grader", "submission/cs336_basics", "bin"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "submission" / "adapters.py").touch()
    code = "from cs336_staff.cli import main; main()"
    environment = {**os.environ, "CUDA_VISIBLE_DEVICES": "", "RESULTS": str(tmp_path / "out")}
    run = subprocess.run(
        ["bash", "-c", f"{sys.executable} -c '{code}' {command}"],
        cwd=tmp_path / "grader",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2 and "--require-cuda" in run.stderr
    assert not (tmp_path / "out" / "grades.csv").exists()
