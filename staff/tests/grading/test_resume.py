"""Each result belongs to one upload, and each student has one submission."""

import io
import shutil

import pytest
from rich.console import Console
from support.made_class import (
    count_gradings,
    grade_made,
    no_judge,
    read_csv,
    write_submission,
    write_zip,
)

from cs336_staff.errors import BatchError
from cs336_staff.grading import batch
from cs336_staff.judge import JudgeFailed
from cs336_staff.results.record import read_results


def test_students_of_whom_nothing_is_known_but_a_name_are_several(tmp_path):
    for folder in ("submission_1", "submission_2"):
        write_submission(tmp_path / "up" / folder)
    rows = "submission_1:\n  :submitters:\n  - :name: Ada\nsubmission_2:\n  :submitters:\n"
    (tmp_path / "up" / "submission_metadata.yml").write_text(f"{rows}  - :name: Ada\n")
    grade_made(tmp_path / "up", tmp_path / "out")
    assert [row["Student"] for row in read_csv(tmp_path / "out")] == ["Ada", "Ada"]


def test_who_handed_in_is_renewed_without_grading_again(tmp_path):
    count = tmp_path / "count"
    up = tmp_path / "up"
    write_submission(up / "submission_11", f"judge: count {count}")
    grade_made(up, tmp_path / "out")
    metadata = "submission_11:\n  :submitters:\n  - :name: Ada\n    :sid: '0042'\n"
    (up / "submission_metadata.yml").write_text(metadata)
    grade_made(up, tmp_path / "out")
    batch.finish(tmp_path / "out", Console(file=io.StringIO()))
    (row,) = read_csv(tmp_path / "out")
    assert (row["Student"], row["SID"], count_gradings(count)) == ("Ada", "0042", 1)


def test_two_submissions_of_one_student_are_a_clear_error(tmp_path):
    first, second = (tmp_path / "up" / f"ada_4711_{n}_hw.zip" for n in (1, 2))
    first.parent.mkdir()
    write_zip(first)
    grade_made(tmp_path / "up", tmp_path / "out")
    write_zip(second)
    with pytest.raises(BatchError, match=r"ID 4711: .*ada_4711_1_hw.zip, .*ada_4711_2_hw.zip$"):
        grade_made(tmp_path / "up", tmp_path / "out")
    with pytest.raises(BatchError, match=r"ID 4711: .*ada_4711_2_hw.zip, .*out/ada_4711_1_hw$"):
        grade_made(second, tmp_path / "out")


def test_what_is_handed_in_again_takes_the_place_of_an_upload_that_is_gone(tmp_path):
    up, out = tmp_path / "up", tmp_path / "out"
    up.mkdir()
    write_zip(up / "ben_4712_1_hw.zip")
    for number in (1, 2, 3, 1):
        upload = up / f"ada_4711_{number}_hw.zip"
        write_zip(upload)
        console = Console(file=io.StringIO(), width=200)
        results = grade_made(up, out, console)
        assert [row["ID"] for row in read_csv(out)] == ["4711", "4712"]
        assert results[0].extra_data.upload == str(upload)
        upload.unlink()
    text = f"handed in again; the earlier results are in {out / 'replaced'}: ada_4711_3_hw"
    assert text in console.file.getvalue()
    names = {f"ada_4711_{number}_hw-1" for number in (1, 2, 3)}
    assert {file.parent.name for file in out.glob("replaced/*/results.json")} == names
    (up / "ben_4712_1_hw.zip").unlink()
    grade_made(write_zip(up / "eve_4713_1_hw.zip"), out)  # another's takes nobody's place
    assert [row["ID"] for row in read_csv(out)] == ["4711", "4712", "4713"]


def test_what_is_handed_in_again_takes_no_place_before_it_is_graded(tmp_path):
    up, out = tmp_path / "up", tmp_path / "out"
    up.mkdir()
    first = write_zip(up / "ada_4711_1_hw.zip")
    grade_made(up, out)
    first.unlink()
    write_zip(up / "ada_4711_2_hw.zip")
    with pytest.raises(JudgeFailed):
        grade_made(up, out, make_judge=no_judge)
    batch.finish(out, Console(file=io.StringIO()))
    assert [row["Upload"] for row in read_csv(out)] == [str(first)]


def test_a_name_with_signs_that_are_not_shown_is_of_nothing_that_is_gone(tmp_path):
    up, out = tmp_path / "up", tmp_path / "out"
    up.mkdir()
    write_zip(up / "ada_4711_1_hw\u200e.zip")
    grade_made(up, out)
    with pytest.raises(BatchError, match="some students have several submissions"):
        grade_made(write_zip(up / "ada_4711_2_hw.zip"), out)


def test_names_are_apart_in_any_case_and_a_number_is_no_other_uploads_name(tmp_path):
    for name in ("EVE!", "Eve", "eve", "eve-2"):
        write_submission(tmp_path / "up" / name)
    grade_made(tmp_path / "up", tmp_path / "out")
    names = [row["Submission"] for row in read_csv(tmp_path / "out")]
    assert sorted(names) == ["EVE", "Eve-3", "eve-2", "eve-4"]


def test_an_upload_keeps_its_name_whatever_a_call_names(tmp_path):
    up, out = tmp_path / "up", tmp_path / "out"
    up.mkdir()
    write_zip(up / "ada.zip", "verdict: mfu=failed")

    def uploads():
        return {row["Submission"]: row["Upload"] for row in read_csv(out)}

    grade_made(up, out)
    write_submission(up / "ada")
    grade_made(up, out)
    names = {"ada": f"{up}/ada.zip", "ada-2": f"{up}/ada"}
    assert uploads() == names
    for resume in (True, False):
        grade_made(up / "ada", out, resume=resume)
        assert uploads() == names
    monday = tmp_path / "monday"
    write_submission(monday / "ada")  # of the same files as another one
    write_submission(monday / "ben")
    names |= {"ada-3": f"{monday}/ada", "ben": f"{monday}/ben"}
    for path in (monday, up, monday / "ada"):
        grade_made(path, out)
        assert uploads() == names
    (up / "ada").rename(tmp_path / "moved")
    grade_made(up, out)
    assert uploads() == names
    up.rename(tmp_path / "elsewhere")
    grade_made(tmp_path / "elsewhere", out)
    assert uploads()["ada"] == f"{tmp_path}/elsewhere/ada.zip"


def test_a_zip_file_unpacked_beside_itself_is_the_same_upload(tmp_path):
    up, out = tmp_path / "up", tmp_path / "out"
    (up / "ada").mkdir(parents=True)
    write_zip(up / "ada" / "hw.zip")
    for upload in (up / "ada" / "hw.zip", up / "ada"):
        grade_made(up, out)
        assert [row["Upload"] for row in read_csv(out)] == [str(upload)]
        write_submission(tmp_path / "mended", "verdict: adam=failed")
        shutil.copytree(tmp_path / "mended", up / "ada", dirs_exist_ok=True)
        shutil.rmtree(tmp_path / "mended")


def test_a_result_names_the_upload_that_it_was_made_from(tmp_path):
    up, out = tmp_path / "up", tmp_path / "out"
    up.mkdir()
    first = write_zip(up / "ada.zip")
    grade_made(up, out)
    first.rename(tmp_path / "moved.zip")
    write_submission(up / "ada")
    with pytest.raises(JudgeFailed):
        grade_made(up, out, make_judge=no_judge)
    assert read_results(out / "ada" / "results.json").extra_data.upload == str(first)
