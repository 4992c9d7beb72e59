"""A class graded by a real Slurm whose jobs are killed."""

import io
import pickle
import re
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import cloudpickle
import pytest
from rich.console import Console
from support import made_class
from support.made_class import made_judge, write_submission
from support.points import ON_CPU
from support.slurm import running_slurm, slurm, why_no_slurm

from cs336_staff.errors import BatchError
from cs336_staff.grading import slurm as cluster
from cs336_staff.grading.batch import grade_class
from cs336_staff.grading.slurm import Cluster, grade_on_slurm
from cs336_staff.judge import JudgeSettings
from cs336_staff.judge.pool import make_judges
from cs336_staff.uploads.discover import find_submissions

CLUSTER = Cluster(partition="main", cpus=1, memory_gb=0.5, minutes=5, per_job=3, poll=0.3)


@pytest.fixture(scope="module")
def real_slurm():
    if reason := why_no_slurm():
        pytest.skip(reason)
    cloudpickle.register_pickle_by_value(made_class)  # the jobs do not know the tests' modules
    with running_slurm():
        yield
    cloudpickle.unregister_pickle_by_value(made_class)


def grade(path, out, **arguments):
    console = Console(file=io.StringIO(), width=200)
    options = {"make_judge": made_judge, "seed": 7, "cluster": CLUSTER, **arguments}
    grade_on_slurm(find_submissions(path), out, console=console, **options)
    return console.file.getvalue()


def running_jobs():
    return re.findall(r"\S+", slurm("squeue", "-h", "--array", "-t", "RUNNING", "-o", "%i"))


def wait_for(file, seconds=60):
    deadline = time.monotonic() + seconds
    while not file.exists():
        assert time.monotonic() < deadline, f"{file} was not there after {seconds} s"
        time.sleep(0.05)


def act_when_there(file, act):
    """Act on the running job as soon as a file exists."""
    wait_for(file)
    for job in running_jobs():
        slurm(*act, job)


@pytest.mark.parametrize(
    "act",
    [("scancel", "--full", "--signal=KILL"), ("scontrol", "requeue")],
    ids=["lost", "requeued"],
)
def test_a_job_killed_while_it_runs_changes_no_grade(real_slurm, tmp_path, act):
    uploads, counts = tmp_path / "up", {}
    write_submission(uploads / "ada")
    (uploads / "fay.zip").write_bytes(b"not a zip")
    for name in ("ivy", "jon", "kay"):
        counts[name] = tmp_path / f"{name}.count"
        write_submission(uploads / name, f"judge: count {counts[name]}", "verdict: mfu=failed")
    flag = tmp_path / "started"
    write_submission(uploads / "lee", f"judge: wait {flag}", "verdict: adam=failed")
    with ThreadPoolExecutor(1) as pool:
        killed = pool.submit(act_when_there, flag, act)
        text = grade(uploads, tmp_path / "out", cluster=CLUSTER)
        killed.result(60)
    assert flag.exists()
    for file in counts.values():
        assert file.read_text() == "graded\n"  # none twice
    assert all(f"  {name}  " in text for name in ("ada", "fay", "lee"))
    calm = Console(file=io.StringIO())
    entries = find_submissions(uploads)
    grade_class(entries, tmp_path / "calm", make_judge=made_judge, seed=7, console=calm)
    assert read(tmp_path / "out") == read(tmp_path / "calm")


def read(out):
    return (out / "grades.csv").read_bytes()


def test_what_takes_its_job_down_each_time_is_a_row_and_harms_no_other(real_slurm, tmp_path):
    for name in ("ada", "ben"):
        write_submission(tmp_path / "up" / name)
    kill = "import os, signal; os.killpg(os.getpgrp(), signal.SIGKILL)"
    write_submission(tmp_path / "up" / "zoe", f"judge: exec {kill}")
    grade(tmp_path / "up", tmp_path / "out")
    rows = (tmp_path / "out" / "grades.csv").read_text().splitlines()
    assert [row.split(",")[7] for row in rows[1:]] == [str(ON_CPU), str(ON_CPU), "0"]
    assert "its job was lost, or ran out of time, 3 times" in rows[3]


def test_a_job_that_runs_out_of_time_stops_no_others(tmp_path):
    class Paths:
        result_pickle = tmp_path / "result.pkl"

    job = type("Job", (), {"paths": Paths})
    text = "Job not requeued because: timed-out too many times."
    Paths.result_pickle.write_bytes(pickle.dumps(("error", text)))
    assert cluster._failure(job) == ""
    Paths.result_pickle.write_bytes(pickle.dumps(("error", "Traceback\nOSError: no disk")))
    assert cluster._failure(job) == "OSError: no disk"


def test_jobs_that_cannot_judge_give_no_zeros_but_an_error(real_slurm, tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "ROUNDS", 1)
    write_submission(tmp_path / "up" / "ada")

    def broken(seed):
        raise RuntimeError("no bubblewrap on this node")

    with pytest.raises(BatchError, match=r"1 of 1 submissions are not graded.*no bubblewrap"):
        grade(tmp_path / "up", tmp_path / "out", make_judge=broken)
    assert not (tmp_path / "out" / "grades.csv").exists()
    assert "1/1" in grade(tmp_path / "up", tmp_path / "out")


@pytest.mark.parametrize("of_an_earlier_call", [False, True])
def test_why_jobs_wait_is_reported_once(real_slurm, tmp_path, monkeypatch, of_an_earlier_call):
    monkeypatch.setattr(cluster, "ROUNDS", 1)
    write_submission(tmp_path / "up" / "ada")
    name = cluster._job_name((tmp_path / "out").absolute())
    look, seen = cluster._pending_reason, []

    def looked_at(jobs):
        seen.append(look(jobs))
        if seen.count("JobHeldUser") == 2:
            slurm("scancel", f"--name={name}")
        return seen[-1]

    held = replace(CLUSTER, parameters=(("hold", True),))
    if of_an_earlier_call:
        _begin(tmp_path, held)
    monkeypatch.setattr(cluster, "_pending_reason", looked_at)
    again = CLUSTER if of_an_earlier_call else held
    text = grade(tmp_path / "up", tmp_path / "out", cluster=again)
    assert text.count(f"Slurm's reason: JobHeldUser; `scancel --name={name}` ends them") == 1


def test_jobs_that_slurm_does_not_take_are_reported_once(real_slurm, tmp_path, capfd):
    write_submission(tmp_path / "up" / "ada")
    elsewhere = replace(CLUSTER, partition="elsewhere")
    with pytest.raises(BatchError, match=r"did not take the jobs: .*invalid partition"):
        grade(tmp_path / "up", tmp_path / "out", cluster=elsewhere)
    assert "invalid partition" not in capfd.readouterr().err


def test_the_jobs_of_an_earlier_call_are_waited_for(real_slurm, tmp_path, monkeypatch):
    """If the call is killed, its jobs run on, and nothing is graded twice."""
    count, go = tmp_path / "count", tmp_path / "go"
    orders = [f"judge: count {count}", f"judge: until {go}"]
    write_submission(tmp_path / "up" / "ada", *orders)
    _begin(tmp_path, CLUSTER)
    wait_for(count)
    assert not (tmp_path / "out" / "grades.csv").exists()
    look = cluster._pending_reason

    def looked_at(jobs):
        go.touch()  # the second call has seen them, and only now may they end
        return look(jobs)

    monkeypatch.setattr(cluster, "_pending_reason", looked_at)
    text = grade(tmp_path / "up", tmp_path / "out")
    assert text.count("waiting for the jobs of an earlier call; `scancel --name=cs336-") == 1
    assert count.read_text() == "graded\n"


def _begin(tmp_path, asking):
    """Submit, and stop at the first look at the queue, as if killed."""
    with pytest.raises(ValueError, match="sleep length must be non-negative"):
        grade(tmp_path / "up", tmp_path / "out", cluster=replace(asking, poll=-1))


def test_the_judges_of_the_command_can_be_pickled():
    make = cloudpickle.loads(cloudpickle.dumps(make_judges(JudgeSettings(0))))
    assert callable(make)


def test_without_slurm_there_is_a_clear_error(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    write_submission(tmp_path / "up" / "ada")
    with pytest.raises(BatchError, match="no Slurm here"):
        grade(tmp_path / "up", tmp_path / "out")


def test_a_controller_that_does_not_answer_is_waited_for(monkeypatch):
    answers = [
        (1, "", "slurm_load_jobs error: Unable to contact slurm controller"),
        (1, "", "slurm_load_jobs error: Unable to contact slurm controller"),
        (0, "RUNNING None\n", ""),
        (0, "", ""),
    ]

    def run(command, **_):
        code, out, err = answers.pop(0)
        return type("Answer", (), {"returncode": code, "stdout": out, "stderr": err})

    monkeypatch.setattr(cluster.subprocess, "run", run)
    console = Console(file=io.StringIO(), width=200)
    assert len(list(cluster._while_queued(Path("out"), 0, console))) == 3 and answers == []
    said = (
        "Slurm does not answer, waiting: slurm_load_jobs error: Unable to contact slurm controller"
    )
    assert console.file.getvalue() == f"{said}\n"


def test_a_slurm_that_does_not_run_is_one_clear_error(tmp_path, monkeypatch):
    if not shutil.which("squeue"):
        pytest.skip("Slurm is not installed")
    nobody = "ClusterName=nobody\nSlurmctldHost=localhost\nSlurmctldPort=1\nMessageTimeout=2\n"
    (tmp_path / "slurm.conf").write_text(nobody)
    monkeypatch.setenv("SLURM_CONF", str(tmp_path / "slurm.conf"))
    write_submission(tmp_path / "up" / "ada")
    with pytest.raises(BatchError, match=r"Slurm does not answer: .*Unable to contact.*goes on"):
        grade(tmp_path / "up", tmp_path / "out")
