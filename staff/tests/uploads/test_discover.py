"""The submissions that a path names, and the names of their results."""

import shutil
from pathlib import Path

import pytest
from support.made_class import grade_made, read_csv, write_submission, write_zip

from cs336_staff.uploads.discover import find_submissions, skipped
from cs336_staff.uploads.platforms import BadUploads


def names_and_paths(folder):
    return [(e.name, e.path.relative_to(folder).as_posix()) for e in find_submissions(folder)]


def test_a_submission_a_zip_and_a_folder_of_both_are_found(tmp_path, uploads):
    (one,) = find_submissions(write_submission(tmp_path / "one"))
    (two,) = find_submissions(write_zip(tmp_path / "two.ZIP"))
    assert (one.name, two.name) == ("one", "two")
    names = [entry.name for entry in find_submissions(uploads)]
    assert names == ["1_1_b_dan", "ada", "ben", "cleo", "eve", "fay", "gus"]


def test_what_is_beside_uploads_is_no_submission(tmp_path, uploads):
    entries = find_submissions(uploads)
    assert skipped(uploads, entries) == []
    odd = ["adapters.py", "index.html", "notes.txt", "students.csv", "~$report.docx"]
    for name in (*odd, ".DS_Store", "Thumbs.db"):
        (uploads / name).write_text("{}")
    assert find_submissions(uploads) == entries
    assert skipped(uploads, entries) == odd


def test_another_kind_of_archive_has_its_row(tmp_path):
    for name in ("ada.tar.gz", "bob.rar"):
        (tmp_path / name).write_bytes(b"")
    assert [entry.name for entry in find_submissions(tmp_path)] == ["ada.tar.gz", "bob.rar"]


@pytest.mark.parametrize("name", ["submission.txt", "students.csv"])
def test_a_file_that_is_named_alone_is_a_submission(tmp_path, name):
    (tmp_path / name).touch()
    assert [entry.path for entry in find_submissions(tmp_path / name)] == [tmp_path / name]


def test_the_inside_of_a_submission_is_no_class(tmp_path):
    inside = write_submission(tmp_path / "ada") / "cs336_basics"
    with pytest.raises(BadUploads, match=r"no folders and no zip files, only memory\.py"):
        find_submissions(inside)


def test_a_folder_of_results_is_no_class(tmp_path):
    grade_made(write_submission(tmp_path / "ada"), tmp_path / "out")
    with pytest.raises(BadUploads, match="holds results, not uploads"):
        find_submissions(tmp_path / "out")


@pytest.mark.parametrize(
    "name",
    [
        "..",
        "-rf",
        "con",
        "CON.txt",
        "a/b",
        "=cmd()",
        "\u202egpj\u3164.exe",
        "x" * 300,
        "ä" * 200,
        "語" * 60,
        "x" * 59 + ". and more",
        "!.zip",
        "slurm",
    ],
)
def test_a_hostile_name_becomes_a_safe_folder_name(name):
    safe = find_submissions(Path("/uploads") / name.replace("/", "\\"))[0].name
    assert safe not in (".", "..", "") and safe[0] not in "-.="
    assert all(char.isalnum() or char in "._-" for char in safe) and "\u1160" not in safe
    assert len(safe.encode()) <= 120 and safe[-1] not in "._-"
    assert safe.split(".")[0].lower() not in ("con", "slurm")


@pytest.mark.parametrize("beside", [(), (".DS_Store", "__MACOSX/"), ("report.pdf", "notes.txt")])
def test_the_only_zip_in_a_students_folder_is_the_submission(tmp_path, beside):
    (tmp_path / "up" / "Hal_81").mkdir(parents=True)
    for name in beside:
        path = tmp_path / "up" / "Hal_81" / name
        path.mkdir() if name.endswith("/") else path.touch()
    file = write_zip(tmp_path / "up" / "Hal_81" / "submission.zip")
    (entry,) = find_submissions(tmp_path / "up")
    assert (entry.name, entry.path) == ("Hal_81", file)


def test_a_link_is_an_upload_of_its_own_and_hides_no_other(tmp_path):
    up = tmp_path / "up"
    write_submission(up / "carl")
    write_zip(up / "bob.zip")
    (up / "mallory").mkdir()
    (up / "mallory" / "hw.zip").symlink_to("../bob.zip")
    (up / "zed").symlink_to("carl")
    assert names_and_paths(up) == [
        ("bob", "bob.zip"),
        ("carl", "carl"),
        ("mallory", "mallory/hw.zip"),
        ("zed", "zed"),
    ]
    grade_made(up, tmp_path / "out")
    status = {row["Submission"]: row["Status"] for row in read_csv(tmp_path / "out")}
    assert status == {"bob": "graded", "carl": "graded", "mallory": "refused", "zed": "refused"}


def test_a_link_to_no_possible_name_costs_its_own_student_alone(tmp_path):
    up = tmp_path / "up"
    write_submission(up / "ada")
    for name, link in [("bob", "adapters.py"), ("cyd", "cs336_basics"), ("dee", "hw.zip")]:
        if name != "dee":
            write_submission(up / name)
        path = up / name / link
        path.parent.mkdir(exist_ok=True)
        if path.is_dir():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        path.symlink_to("a" * 300)
    (up / "eve.zip").symlink_to("a" * 300)
    grade_made(up, tmp_path / "out")
    rows = {row["Submission"]: row for row in read_csv(tmp_path / "out")}
    status = {name: row["Status"] for name, row in rows.items()}
    assert status == {"ada": "graded", **dict.fromkeys(["bob", "cyd", "dee", "eve"], "refused")}
    assert "link" in rows["bob"]["Reason"] and "link" in rows["eve"]["Reason"]


def test_a_link_that_is_named_is_followed(tmp_path):
    write_submission(tmp_path / "data" / "uploads" / "ada")
    (tmp_path / "uploads").symlink_to("data/uploads")
    (tmp_path / "ada").symlink_to("uploads/ada")
    expected = find_submissions(tmp_path / "data" / "uploads")
    assert find_submissions(tmp_path / "uploads") == expected
    assert find_submissions(tmp_path / "ada") == expected
    assert skipped(tmp_path / "uploads", expected) == skipped(tmp_path / "ada", expected) == []


def test_each_row_says_which_upload_it_is_of_wherever_that_is_now(tmp_path):
    hostile = "=1\n<b>\u202e\udcff"
    write_submission(tmp_path / "up" / "ada")
    write_zip(tmp_path / "up" / "ada.zip")
    write_submission(tmp_path / "up" / hostile)
    grade_made(tmp_path / "up", tmp_path / "out")
    moved = (tmp_path / "up").rename(tmp_path / "moved")
    before = {row["Submission"]: row["Upload"] for row in read_csv(tmp_path / "out")}
    grade_made(moved, tmp_path / "out")
    after = {row["Submission"]: row["Upload"] for row in read_csv(tmp_path / "out")}
    ugly = f"{moved}/=1 <b>\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}"
    assert after == {"ada": f"{moved}/ada", "ada-2": f"{moved}/ada.zip", "1_b": ugly}
    assert before["ada-2"] == f"{tmp_path}/up/ada.zip"
    page = (tmp_path / "out" / "1_b" / "ta.html").read_text()
    assert f"Upload: <bdi>{tmp_path}/up/=1\n&lt;b&gt;" in page
