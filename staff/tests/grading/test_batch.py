"""Grading a class, also with judges and machines that fail."""

import io
import os
import resource
import shutil
import signal
import xml.etree.ElementTree as ET
import zipfile
from contextlib import contextmanager

import pytest
from rich.console import Console
from support.made_class import grade_made, made_judge, read_csv, write_submission
from support.points import ON_CPU, ON_CUDA

from cs336_staff.errors import BatchError
from cs336_staff.grading import batch
from cs336_staff.grading import result_writers as writers
from cs336_staff.grading.resume import is_done
from cs336_staff.judge import JudgeFailed
from cs336_staff.paths import SOLUTION
from cs336_staff.report import pages
from cs336_staff.results.run_folder import read_run
from cs336_staff.uploads.discover import find_submissions

# Results.


def test_each_submission_has_its_files_and_a_row(tmp_path, uploads):
    results = grade_made(uploads, tmp_path / "out")
    assert len(results) == 7
    for name in ("1_1_b_dan", "ada", "ben", "cleo", "eve", "fay", "gus"):
        files = {path.name for path in (tmp_path / "out" / name).iterdir()}
        assert files == {"results.json", "junit.xml", "report.html", "ta.html"}
    table = {row["Submission"]: row for row in read_csv(tmp_path / "out")}
    assert list(table) == ["1_1_b_dan", "ada", "ben", "cleo", "eve", "fay", "gus"]
    assert table["ada"]["Status"] == "graded" and table["ada"]["Reason"] == ""
    assert int(table["ada"]["Total Score"]) + ON_CUDA == int(table["ada"]["Max Points"])
    assert table["fay"]["Total Score"] == "0" and "not a zip file" in table["fay"]["Reason"]
    assert "it is empty" in table["gus"]["Reason"]
    suite = ET.parse(tmp_path / "out" / "ben" / "junit.xml").getroot()
    for count, kind, number in (("failures", "failure", 4), ("skipped", "skipped", 10)):
        assert int(suite.get(count)) == len(suite.findall(f"testcase/{kind}")) == number


def test_the_same_seed_gives_the_same_bytes_with_any_number_of_jobs(tmp_path, uploads):
    grade_made(uploads, tmp_path / "one", jobs=1)
    grade_made(uploads, tmp_path / "three", jobs=3)
    first, second = (tmp_path / out / "grades.csv" for out in ("one", "three"))
    assert first.read_bytes() == second.read_bytes()


def test_a_line_for_each_submission_and_the_pace_are_printed(tmp_path, uploads):
    console = Console(file=io.StringIO(), width=200)
    grade_made(uploads, tmp_path / "out", console)
    text = console.file.getvalue()
    assert "7 submissions to grade" in text and "\n7 done in " in text and "a minute" in text
    assert f"ada  {ON_CPU} of {ON_CPU} points" in text
    assert "fay  not graded: it is not a zip" in text


def test_the_path_of_the_grades_stays_on_one_line(tmp_path, uploads):
    console = Console(file=io.StringIO(), width=40)
    grade_made(uploads, tmp_path / "out", console)
    assert f"wrote {tmp_path / 'out' / 'grades.csv'} and " in console.file.getvalue()


def test_the_header_is_what_canvas_knows_students_by(tmp_path, uploads):
    grade_made(uploads, tmp_path / "out")
    header = (tmp_path / "out" / "grades.csv").read_text().splitlines()[0]
    assert header.startswith("Student,ID,SIS User ID,SIS Login ID,Section,SID,Email,Total Score,")


def test_a_reason_is_the_same_each_time(tmp_path):
    (tmp_path / "up").mkdir()
    with zipfile.ZipFile(tmp_path / "up" / "max.zip", "w") as archive:
        archive.writestr("adapters.py", "")
        archive.writestr(f"cs336_basics/{'x' * 300}.py", "")
    for out in ("one", "two"):
        grade_made(tmp_path / "up", tmp_path / out)
    (first,), (second,) = read_csv(tmp_path / "one"), read_csv(tmp_path / "two")
    assert first == second and first["Status"] == "refused" and "tmp" not in first["Reason"]
    (entry,) = find_submissions(tmp_path / "up")
    assert is_done(tmp_path / "one", entry, read_run(tmp_path / "one"))


# Judges that die.


def test_a_judge_that_dies_once_is_tried_again(tmp_path):
    write_submission(tmp_path / "up" / "ivy", f"judge: crash once {tmp_path / 'flag'}")
    grade_made(tmp_path / "up", tmp_path / "out")
    assert read_csv(tmp_path / "out")[0]["Status"] == "graded"


@pytest.mark.parametrize("order", ["crash", "raise"])
def test_a_judge_that_dies_twice_is_a_row_with_a_reason(tmp_path, order):
    write_submission(tmp_path / "up" / "ivy", f"judge: {order}")
    write_submission(tmp_path / "up" / "jon")
    grade_made(tmp_path / "up", tmp_path / "out")
    ivy, jon = read_csv(tmp_path / "out")
    assert ivy["Status"] == "judge crashed" and "crashed twice" in ivy["Reason"]
    assert (ivy["Total Score"], jon["Status"]) == ("0", "graded")
    if order == "raise":
        assert "JudgeFailed" in (tmp_path / "out" / "ivy" / "judge-crash.txt").read_text()


def test_a_judge_that_does_not_start_again_ends_the_run_and_the_next_one_goes_on(tmp_path):
    write_submission(tmp_path / "up" / "ada")
    write_submission(tmp_path / "up" / "ivy", "judge: raise")
    started = []

    @contextmanager
    def fragile(seed):
        started.append(seed)
        if len(started) == 2:
            raise JudgeFailed("no memory left")
        with made_judge(seed) as judge:
            yield judge

    with pytest.raises(BatchError, match="no memory left; the same command goes on"):
        grade_made(tmp_path / "up", tmp_path / "out", make_judge=fragile, jobs=1)
    grade_made(tmp_path / "up", tmp_path / "out", make_judge=fragile)
    assert [row["Status"] for row in read_csv(tmp_path / "out")] == ["graded", "judge crashed"]


def test_a_page_that_cannot_be_compared_is_written_without(tmp_path, monkeypatch):
    """Parsing a submission may kill the process."""
    monkeypatch.setattr(pages, "diff_submission", lambda _: os.kill(os.getpid(), signal.SIGKILL))
    write_submission(tmp_path / "up" / "ivy", "verdict: adam=failed")
    grade_made(tmp_path / "up", tmp_path / "out")
    page = (tmp_path / "out" / "ivy" / "ta.html").read_text()
    assert "not compared with the reference: comparing ended with signal 9" in page
    assert read_csv(tmp_path / "out")[0]["Status"] == "graded"


def test_pages_that_cannot_be_written_cost_no_grade_and_stop_no_other(tmp_path, monkeypatch):
    def write(folder, *arguments):
        if folder.name == "ivy":
            raise KeyError("x")
        pages.write_pages(folder, *arguments)

    for name in ("ivy", "jon"):
        write_submission(tmp_path / "up" / name)
    monkeypatch.setattr(writers, "write_pages", write)
    console = Console(file=io.StringIO(), width=200)
    grade_made(tmp_path / "up", tmp_path / "out", console)
    assert f"ivy  no pages (KeyError: 'x')  {ON_CPU} of {ON_CPU} points" in console.file.getvalue()
    assert [row["Status"] for row in read_csv(tmp_path / "out")] == ["graded", "graded"]
    assert not (tmp_path / "out" / "ivy" / "ta.html").exists()
    assert (tmp_path / "out" / "jon" / "ta.html").exists()
    monkeypatch.undo()
    grade_made(tmp_path / "up", tmp_path / "out")
    assert (tmp_path / "out" / "ivy" / "ta.html").exists()


def test_a_class_page_that_cannot_be_made_costs_no_grades(tmp_path, monkeypatch):
    def broken(*_):
        raise KeyError("x")

    write_submission(tmp_path / "up" / "ivy")
    monkeypatch.setattr(batch, "write_class_report", broken)
    with pytest.raises(BatchError, match=r"index.html cannot be written: KeyError: 'x'"):
        grade_made(tmp_path / "up", tmp_path / "out")
    assert len(read_csv(tmp_path / "out")) == 1


def test_only_what_is_ours_is_replaced_in_a_folder(tmp_path):
    ada = write_submission(tmp_path / "ada")
    grade_made(ada, tmp_path)
    assert {path.name for path in ada.iterdir()} >= {"adapters.py", "cs336_basics", "ta.html"}


# Machines that fail.


@contextmanager
def file_size_limit(size):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_fault_of_the_machine_is_no_row_and_the_same_command_goes_on(tmp_path):
    flag = tmp_path / "full"
    flag.touch()
    full = f"import os\nif os.path.exists({str(flag)!r}): raise OSError(28, 'No space left')"
    write_submission(tmp_path / "up" / "ada")
    write_submission(tmp_path / "up" / "ivy", f"judge: exec exec({full!r})")
    with pytest.raises(BatchError, match=r"ivy cannot be graded.*No space left \(temporary.*goes"):
        grade_made(tmp_path / "up", tmp_path / "out", jobs=1)
    assert [path.parent.name for path in (tmp_path / "out").glob("*/results.json")] == ["ada"]
    flag.unlink()
    grade_made(tmp_path / "up", tmp_path / "out")
    assert [row["Status"] for row in read_csv(tmp_path / "out")] == ["graded", "graded"]


def test_an_upload_that_is_gone_is_a_clear_error_and_no_zero(tmp_path):
    ada = write_submission(tmp_path / "up" / "ada")
    entries = find_submissions(ada)
    grade_made(ada, tmp_path / "out")
    ada.rename(tmp_path / "elsewhere")
    for out in ("out", "new"):
        with pytest.raises(BatchError, match=r"ada cannot be graded.*No such file"):
            batch.grade_class(entries, tmp_path / out, make_judge=made_judge, seed=7)
    assert not (tmp_path / "new" / "ada").exists()


def test_results_that_cannot_be_written_end_the_run_and_the_next_one_goes_on(tmp_path):
    write_submission(tmp_path / "up" / "ada")
    with (
        file_size_limit(5000),
        pytest.raises(BatchError, match=r"results of ada cannot be written: .*\.html: .*large"),
    ):
        grade_made(tmp_path / "up", tmp_path / "out")
    console = Console(file=io.StringIO())
    results = grade_made(tmp_path / "up", tmp_path / "out")
    with file_size_limit(50), pytest.raises(BatchError, match=r"grades\.csv: .*large; .*goes on"):
        batch.finish(tmp_path / "out", console)
    assert batch.finish(tmp_path / "out", console) == results


def test_who_has_adapters_of_their_own_is_listed(tmp_path):
    up, out = tmp_path / "up", tmp_path / "out"
    own = write_submission(up / "ida")
    handed_out = (SOLUTION / "adapters.py").read_text()
    form = handed_out.replace("(name, params, hyper", "(\n    name, params, hyper")  # and no more
    for name, text in (("joe", form), ("kim", handed_out.replace("_build_opt", "_make_opt"))):
        shutil.copytree(own, up / name)
        (up / name / "adapters.py").write_text("# of mine\n" + text)
    (up / "lea.zip").write_text("no zip file, so nothing is known of its adapters")
    console = Console(file=io.StringIO(), width=200)
    results = {row.extra_data.submission: row for row in grade_made(up, out, console)}
    said = console.file.getvalue()
    assert said.endswith("\nlook at: 1 not graded in full, 2 with changed adapters\n")
    own_adapters = {k: row.extra_data.own_adapters for k, row in results.items()}
    assert own_adapters["joe"] == own_adapters["lea"] == ""
    assert "run_tensor_bytes" in own_adapters["ida"]
    expected = "run_optimizer, run_optimizer_resumed, run_optimizer_closure, _build_optimizer"
    expected += ", _make_optimizer"
    assert own_adapters["kim"] == expected
    page = (out / "index.html").read_text()
    section = page.partition('id="own-adapters"')[2].partition("</table>")[0]
    assert [name for name in results if f"{name}/ta.html" in section] == ["ida", "kim"]
    assert expected in section and expected in (out / "kim" / "ta.html").read_text()
    assert "is not as it was handed out" not in (out / "joe" / "ta.html").read_text()


def test_lines_that_may_avoid_a_rule_are_shown_to_the_staff_alone(tmp_path):
    up, out = tmp_path / "up", tmp_path / "out"
    line = "pool = __import__('threading').Thread  # <b>"
    write_submission(up / "ida", modules={"optim": f"import torch\n{line}\n"})
    write_submission(up / "joe", modules={"optim": "import torch\n"})
    results = {row.extra_data.submission: row for row in grade_made(up, out)}
    assert results["joe"].extra_data.flags == []
    (flag,) = results["ida"].extra_data.flags
    assert (flag.path, flag.line, flag.text) == ("cs336_basics/optim.py", 2, line)
    assert results["ida"].score == results["joe"].score
    section = (out / "ida" / "ta.html").read_text().partition('id="flags"')[2]
    assert "<h2>All problems" in section
    assert "# &lt;b&gt;" in section and "the optimizer is the submission" in section
    section = (out / "index.html").read_text().partition('id="flagged"')[2].partition("</table>")[0]
    assert [name for name in results if f"{name}/ta.html" in section] == ["ida"]
    assert "__import__" not in (out / "ida" / "report.html").read_text()
