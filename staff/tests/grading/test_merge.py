"""The CPU half and the GPU half of a class of 200, put together."""

import shutil
import stat
import sys

import pytest
from support.made_class import made_outcomes, made_run, made_verdict, read_csv
from support.points import ON_CPU, ON_CUDA

from cs336_staff import cli
from cs336_staff.grading.merge import merge
from cs336_staff.results.record import Student
from cs336_staff.results.run_folder import load_results, results_in
from cs336_staff.results.verdict import REFUSED, Verdict, nothing_earned
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import Measurement

CUDA = next(id_ for id_, problem in load_problems().items() if problem.cuda)
LOST = load_problems()[CUDA].points


@pytest.fixture(scope="module")
def halves(tmp_path_factory):
    """Return the folders: Gradescope's CPU half and the GPU runner's, with cases of all kinds.

    s000 to s009 go by their email alone, s010 fails a CUDA problem, s011 passes adam on one
    platform alone, s012 is only in the first half and new only in the second, the upload of s013
    was refused by the GPU runner, and s014 is a name of two students.
    """
    folder = tmp_path_factory.mktemp("halves")
    outcomes = made_outcomes() | {f"s{n:03}": {} for n in range(20)}
    cpu = {name: made_verdict(own, seed=7) for name, own in outcomes.items()}
    gpu = {name: made_verdict(own, seed=8, cuda=True) for name, own in outcomes.items()}
    for verdict in gpu.values():
        verdict.measured = [Measurement("matmul", "float32", "NVIDIA H200", 1e9, 1e-3)]
    students = {name: (Student(f"Student {name}", email=f"{name}@x.edu"),) for name in cpu}
    others = {}
    for n in range(10):
        gpu[f"runner-{n}"] = gpu.pop(f"s{n:03}")
        others[f"runner-{n}"] = (Student(canvas_id=str(n), email=f"S{n:03}@X.edu"),)
    gpu["s010"] = made_verdict({CUDA: "failed"}, cuda=True)
    gpu["s011"] = made_verdict({"adam": "failed"}, cuda=True)
    gpu["new"] = gpu.pop("s012")
    gpu["s013"] = Verdict(nothing_earned("not a zip file", True), REFUSED, "not a zip file")
    others["s014"] = (Student("Another", email="another@x.edu"),)
    return made_run(folder / "cpu", cpu, students), made_run(folder / "gpu", gpu, others)


@pytest.fixture
def run(halves, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(cli.errors, "width", 300)

    def command(code, cpu=halves[0], gpu=halves[1]):
        words = ["cs336-staff", "merge", str(cpu), str(gpu), "--out", str(tmp_path / "out")]
        monkeypatch.setattr(sys, "argv", words)
        with pytest.raises(SystemExit) as left:
            cli.main()
        said = capsys.readouterr()
        assert left.value.code == code, said.err
        return said

    return command


def test_one_table_of_all_points_where_each_half_was_judged_on_its_own_platform(run, tmp_path):
    said = run(1)
    rows = {row["Submission"]: row for row in read_csv(tmp_path / "out")}
    assert len(rows) == 202  # and the second of s014's students, and the one that is new
    total = str(ON_CPU + ON_CUDA)
    assert {row["Max Points"] for row in rows.values()} == {total}
    assert rows["s000"]["Total Score"] == total and rows["s000"]["Points Not Run"] == "0"
    assert rows["s000"]["ID"] == "0" and rows["s000"]["Email"] == "s000@x.edu"
    assert rows["s010"]["Total Score"] == str(ON_CPU + ON_CUDA - LOST)
    assert "CPU problems: no CUDA device, seed 7, a made judge (200 submissions)" in said.out
    assert "CUDA problems: NVIDIA H200, seed 8, a made judge" in said.out
    assert "NVIDIA H200" in (tmp_path / "out" / "s000" / "ta.html").read_text()
    assert "NVIDIA H200" in (tmp_path / "out" / "index.html").read_text()


def test_conflicts_are_named(run, tmp_path):
    said = run(1).err
    points = load_problems()["adam"].points
    assert f"s011: adam earns {points} of {points} by the half of the CPU problems, 0" in said
    assert said.count("s013") == 1
    assert "s013: the half of the CUDA problems ended with “refused”: not a zip file" in said
    assert "s014: the two submissions of this name are not one student's" in said
    assert "no results of the CUDA problems: s012, s014" in said
    assert "no results of the CPU problems: new, s014" in said
    rows = {row["Submission"]: row for row in read_csv(tmp_path / "out")}
    assert rows["s012"]["Points Not Run"] == str(ON_CUDA)
    assert rows["s013"]["Total Score"] == str(ON_CPU)
    assert rows["s013"]["Status"] == "CUDA problems: refused"
    assert rows["s013"]["Reason"] == "CUDA problems: not a zip file"


def test_other_files_other_tests_and_refusals_are_conflicts(halves):
    cpu, gpu = (load_results(half) for half in halves)
    cpu["s013"] = gpu["s013"]
    cpu["s020"].extra_data.fingerprint, gpu["s020"].extra_data.fingerprint = "a", "b"
    cpu["s021"].extra_data.suite, gpu["s021"].extra_data.suite = "a", "b"
    conflicts = merge(cpu, gpu).conflicts
    assert any(line.startswith("s020: other files were handed in") for line in conflicts)
    assert any("judged by different tests" in line for line in conflicts)
    refused = [line for line in conflicts if line.startswith("s013")]
    assert refused == ["s013: both halves ended with “refused”: not a zip file"]


def test_a_half_of_other_problems_would_change_the_total(run, halves, tmp_path):
    shutil.copytree(halves[0], tmp_path / "old")
    file = tmp_path / "old" / "s100" / "results.json"
    file.write_text(file.read_text().replace('"adam"', '"adam_of_last_year"'))
    said = run(2, cpu=tmp_path / "old").err
    assert "s100 was graded when the problems were others (adam, adam_of_last_year)" in said
    assert not (tmp_path / "out").exists()


def test_halves_without_conflicts_end_well_and_once(run, tmp_path):
    cpu = made_run(tmp_path / "cpu", {"ada": made_verdict({})})
    gpu = made_run(tmp_path / "gpu", {"Ada": made_verdict({}, cuda=True)})
    run(0, cpu, gpu)
    assert results_in(tmp_path / "out" / "ada").score == ON_CPU + ON_CUDA
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o700  # the seed is in there
    assert "is not empty" in run(2, cpu, gpu).err


def test_two_cpu_halves_are_named(run, tmp_path):
    cpu = made_run(tmp_path / "cpu", {"ada": made_verdict({})})
    assert "neither half ran any of the CUDA problems" in run(1, cpu, cpu).err
