"""The command: a mistake gives one clear error, never a traceback."""

import json
import os
import signal
import subprocess
import sys

import pytest
from support.made_class import (
    grade_made,
    held_by_another_run,
    judge,
    make_uploads,
    write_submission,
)

from cs336_staff import cli
from cs336_staff.grading.slurm import how_to_cancel
from cs336_staff.paths import SOLUTION
from cs336_staff.results.record import build_results
from cs336_staff.results.typed_json import encode


@pytest.fixture
def error(monkeypatch, capsys, tmp_path):
    """Run the command in an empty folder; return its error on one line."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli.errors, "width", 300)

    def run(*words, code=2):
        monkeypatch.setattr(sys, "argv", ["cs336-staff", *map(str, words)])
        with pytest.raises(SystemExit) as left:
            cli.main()
        assert left.value.code == code
        said = capsys.readouterr().err.strip().splitlines()
        assert len(said) == 1, said
        return said[0]

    return run


def test_diff_says_which_file_is_wrong(error, tmp_path):
    (tmp_path / "empty.json").write_text("{}")
    (tmp_path / "cut.json").write_text('{"score": 8')
    assert error("diff", "gone") == "error: gone: No such file or directory"
    assert "gone.json: No such file" in error("diff", SOLUTION, "--results", "gone.json")
    for name in ("empty.json", "cut.json"):
        assert f"{name} is no results.json" in error("diff", SOLUTION, "--results", name)
    assert "name its results.json" in error("diff", SOLUTION, "--results", tmp_path)
    for place in ("gone/page.html", tmp_path):
        assert f"{place} is no place for a file" in error("diff", SOLUTION, "--html", place)
    assert "--all is for what is printed" in error("diff", SOLUTION, "--html", "page", "--all")


def test_a_folder_that_may_not_be_written_is_reported_before_the_work(error, monkeypatch):
    monkeypatch.setattr(os, "access", lambda folder, mode: mode != os.W_OK)
    for words in (("audit", "--json", "x.json"), ("diff", SOLUTION, "--html", "x.html")):
        assert "may not be written" in error(*words)


def test_what_is_no_regular_file_is_not_replaced_by_one(error, tmp_path):
    (tmp_path / "link").symlink_to(os.devnull)
    os.mkfifo(tmp_path / "pipe")
    for place in ("link", "pipe"):
        assert f"{place} is no regular file" in error("diff", SOLUTION, "--html", place)
        assert f"{place} is no regular file" in error("audit", "--json", place)
    assert (tmp_path / "link").is_symlink() and (tmp_path / "pipe").is_fifo()


def test_diff_gives_up_what_the_parser_takes_forever_to_read(error, monkeypatch, tmp_path):
    monkeypatch.setattr("cs336_staff.compare.limits.CPU_SECONDS", 1)
    slow = "x = f'" + "{a}" * 100_000 + "'"  # the parser's time grows with the square
    folder = write_submission(tmp_path / "submission", modules={"data": slow})
    assert "submission cannot be compared" in error("diff", folder)


def test_an_uploads_name_does_nothing_to_the_terminal(error, tmp_path):
    for name in ("a\x1b]0;x\x07\x1b[31m.zip", "a\udcff.zip"):
        (tmp_path / name).write_bytes(b"no zip")
        said = error("diff", name)
        assert "not a zip file" in said and said.isprintable()


def test_no_text_between_colons_becomes_a_picture(error, tmp_path):
    (tmp_path / "x[:100:2].zip").write_bytes(b"no zip")
    assert "x[:100:2].zip: it is not a zip file" in error("diff", "x[:100:2].zip")


def test_release_says_what_is_in_the_way(error, tmp_path):
    for place in (".", "/", tmp_path):
        assert "exists already" in error("release", place, code=1)
    said = f"there is no folder {tmp_path}/gone"
    assert said in error("release", "gone/copy", code=1)
    assert said in error("release", "--gradescope", "gone/a.zip", code=1)
    (tmp_path / "a.zip").touch()
    assert "a.zip exists already" in error("release", "--gradescope", "a.zip", code=1)
    assert "needs a folder to write to" in error("release")


def test_sbatch_options_have_a_name_and_a_value(error):
    words = ("grade", "uploads", "--out", "out", "--slurm", "--sbatch", "account")
    assert "--sbatch account: write it as name=value" in error(*words)


def test_no_job_asks_for_memory_without_end(monkeypatch, capsys):
    words = ["grade", str(SOLUTION), "--out", "out", "--slurm", "--memory", "inf"]
    monkeypatch.setattr(sys, "argv", ["cs336-staff", *words])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 2 and "--memory" in capsys.readouterr().err


def test_options_that_would_do_nothing_are_refused(error):
    for words in (("--gpus", "0"), ("--partition", "x"), ("--sbatch", "account=a")):
        said = error("grade", "uploads", "--out", "out", *words)
        assert said == f"error: {words[0]} is for --slurm; add that, or leave it out"
    for words in (("copy", "--cut"), ("copy", "--gradescope", "a.zip")):
        assert "takes one of these" in error("release", *words)


def test_results_of_other_files_give_no_diff(error, tmp_path):
    (tmp_path / "results.json").write_text(json.dumps(made_results(tmp_path, fingerprint="x")))
    said = error("diff", SOLUTION, "--results", "results.json")
    assert "results.json was made from other files than those of" in said


def test_what_is_no_submission_is_named(error, tmp_path):
    (tmp_path / "empty").mkdir()
    assert error("diff", "empty") == "error: empty: it is empty"


def made_results(tmp_path, **extra):
    results = build_results("bob", judge(write_submission(tmp_path / "bob"), 1))
    data = json.loads(encode(results))
    return {**data, "extra_data": data["extra_data"] | extra}


@pytest.mark.parametrize(
    ("extra", "fault"),
    [
        ({"problems": [1]}, "extra_data.problems[0]: expected `object`, got `int`"),
        ({"problems": 1}, "extra_data.problems: expected `array`, got `int`"),
        ({"problems": [{"id": 3}]}, "extra_data.problems[0].id: expected `str`, got `int`"),
        ({"tests": [{"id": "a"}]}, "extra_data.tests[0]: object missing required field `problem`"),
        ({"students": "bob"}, "extra_data.students: expected `array`, got `str`"),
        ({"students": [{"name": 1}]}, "extra_data.students[0].name: expected `str`, got `int`"),
        ({"possible": "80"}, "extra_data.possible: expected `int`, got `str`"),
        ({"possible": float("nan")}, "it is no JSON"),
        ({"reason": {}}, "extra_data.reason: expected `str`, got `object`"),
        ({"measured": [{}]}, "extra_data.measured[0]: object missing required field `name`"),
    ],
)
def test_results_of_the_wrong_shape_are_one_clear_error(error, tmp_path, extra, fault):
    file = tmp_path / "out" / "bob" / "results.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(made_results(tmp_path, **extra)))
    said = error("diff", SOLUTION, "--results", file)
    assert said == f"error: {file} is no results.json that `grade` wrote: {fault}"
    said = error("report", tmp_path / "out")
    why = "is damaged, or another edition of this program wrote it"
    mend = "remove it, and grade that submission again"
    assert said == f"error: {file} {why}; {mend} ({fault})"


def test_an_audit_of_nothing_proves_nothing(error):
    said = error("audit", "--only", "no such")
    assert "no entry's label contains 'no such'; a label is such as wrong/" in said
    assert "leaves hostile entries out" in error("audit", "--fast", "--only", "exit_zero")
    assert "gone/a.json is no place" in error("audit", "--only", "mfu", "--json", "gone/a.json")
    said = error("audit", "--fast", "--only", "no_such", "--share", "2/3")
    assert "no entry's label contains 'no_such'" in said
    said = error("audit", "--only", "wrong/data/get_batch_stratified_in_order", "--share", "2/3")
    assert said == "error: --share 2/3 of 1 entries is none"


@pytest.mark.parametrize("share", ["0/3", "4/3", "", "x", "1/3/3", "2/", "-1/3", "1/٣"])
def test_what_is_no_share_of_the_corpus_is_reported(error, share):
    said = error("audit", f"--share={share}")
    assert said == f"error: --share {share!r} is no share; write 2/3 for the second of three"


def test_a_folder_without_results_makes_no_report(error, tmp_path):
    (tmp_path / "file").touch()
    for name in ("gone", "file"):
        assert error("report", name) == f"error: there is no folder {name}"
    assert "holds no <name>/results.json" in error("report", ".")


def test_no_report_is_written_while_a_run_grades_into_its_folder(error, tmp_path):
    out = tmp_path / "out"
    grade_made(make_uploads(tmp_path / "uploads"), out)
    (out / "grades.csv").unlink()
    with held_by_another_run(out):
        assert error("report", out) == f"error: another run is grading into {out}"
    assert not (out / "grades.csv").exists()


def test_a_report_that_cannot_be_written_says_to_ask_for_it_again(error, tmp_path):
    grade_made(make_uploads(tmp_path / "uploads"), tmp_path / "out")
    (tmp_path / "out" / "index.html").unlink()
    (tmp_path / "out" / "index.html").mkdir()
    said = error("report", tmp_path / "out")
    assert said.endswith(
        "index.html: Is a directory; with that mended, the same command writes them"
    )


def test_a_roster_of_another_form_is_one_clear_error(error, tmp_path):
    out = tmp_path / "out"
    grade_made(make_uploads(tmp_path / "uploads"), out)
    (out / "roster.csv").write_text("name\nada\n")
    for words in (("report", out), ("compare-runs", out, out, "--csv", "x.csv")):
        assert "roster.csv needs the columns id and section" in error(*words)


def test_an_empty_variable_is_not_the_working_folder(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    for words in (
        ["grade", "", "--out", "results"],
        ["grade", str(SOLUTION), "--out", ""],
        ["diff", ""],
        ["report", ""],
        ["release", ""],
        ["audit", "--corpus", ""],
    ):
        monkeypatch.setattr(sys, "argv", ["cs336-staff", *words])
        with pytest.raises(SystemExit) as left:
            cli.main()
        assert left.value.code == 2 and "it is empty" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_who_stops_a_run_reads_how_to_go_on(monkeypatch, capsys, number):
    def stopped(*arguments, **options):
        signal.raise_signal(number)

    monkeypatch.setattr("cs336_staff.grading.command.grade_all", stopped)
    monkeypatch.setattr(sys, "argv", ["cs336-staff", "grade", str(SOLUTION), "--out", "results"])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 128 + number
    assert "stopped; the same command" in capsys.readouterr().err


def test_who_stops_a_call_reads_that_slurms_jobs_run_on(monkeypatch, capsys, tmp_path):
    def stopped(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("cs336_staff.grading.command.grade_all", stopped)
    words = ["grade", str(SOLUTION), "--out", str(tmp_path / "results"), "--slurm"]
    monkeypatch.setattr(sys, "argv", ["cs336-staff", *words])
    monkeypatch.setattr(cli.errors, "width", 300)
    with pytest.raises(SystemExit):
        cli.main()
    said = capsys.readouterr().err
    assert f"run on, and {how_to_cancel(tmp_path / 'results')}; the same command" in said
    assert "`scancel --name=cs336-" in said


def test_an_output_that_is_closed_stops_nothing():
    read_fd, write_fd = os.pipe()
    os.close(read_fd)
    program = "from cs336_staff.cli import console; console.print(1); console.print(2)"
    done = subprocess.run([sys.executable, "-c", program], stdout=write_fd, stderr=subprocess.PIPE)
    os.close(write_fd)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_terminal_that_cannot_show_a_character_stops_nothing(tmp_path):
    folder = write_submission(tmp_path / "submission", modules={"data": "def café():\n    pass\n"})
    done = subprocess.run(
        [sys.executable, "-c", "from cs336_staff.cli import main; main()", "diff", str(folder)],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and "caf?" in done.stdout, done.stderr
