"""Which uploads there are, and whose they are."""

import shutil
from pathlib import Path

import pytest
from support.made_class import grade_made, read_csv, write_submission, write_zip

from cs336_staff.uploads.discover import BadUploads, find_submissions, gradescope_students


def test_a_submission_a_zip_and_a_folder_of_both_are_found(tmp_path, uploads):
    one = write_submission(tmp_path / "one")
    zipped = write_zip(tmp_path / "two.ZIP")
    names = [entry.name for entry in find_submissions([uploads, zipped, one])]
    assert names == ["1_1_b_dan", "ada", "ben", "cleo", "eve", "fay", "gus", "one", "two"]


def test_what_lies_beside_uploads_is_none_when_a_shell_names_it(tmp_path, uploads):
    entries = find_submissions([uploads])
    for name in ("submission_metadata.yml", "students.csv", ".DS_Store", "Thumbs.db"):
        (uploads / name).write_text("{}")
    assert find_submissions(list(uploads.iterdir())) == entries
    alone = uploads / "students.csv"
    assert [entry.path for entry in find_submissions([alone])] == [alone]  # refused, with a reason


def test_the_order_of_paths_and_a_path_given_twice_change_nothing(tmp_path, uploads):
    one = write_submission(tmp_path / "one")
    entries = find_submissions([one, uploads, uploads / "ada", tmp_path / "." / "one"])
    assert entries == find_submissions([uploads, one])


def test_an_upload_whose_name_ends_in_csv_has_its_row(tmp_path):
    write_submission(tmp_path / "up" / "bob_12_102_hw.csv")
    (tmp_path / "up" / "fay_14_104_answers.csv").write_text("1,2\n")
    (tmp_path / "up" / "2026-11-20_Grades-CS336.csv").write_text("Student,ID\n")
    names = [entry.name for entry in find_submissions([tmp_path / "up"])]
    assert names == ["bob_12_102_hw.csv", "fay_14_104_answers.csv"]


def test_a_number_given_to_a_name_is_no_other_uploads_name(tmp_path):
    paths = ("a/ada", "b/ada", "c/ada-2")
    found = find_submissions([write_submission(tmp_path / path) for path in paths])
    assert {e.path.parent.name: e.name for e in found} == {"a": "ada", "b": "ada-3", "c": "ada-2"}


def test_the_inside_of_a_submission_is_no_class(tmp_path):
    inside = write_submission(tmp_path / "ada") / "cs336_basics"
    with pytest.raises(BadUploads, match=r"neither folders nor zip files, but memory\.py; name a "):
        find_submissions([inside])


def test_colliding_names_are_kept_apart_in_any_case(tmp_path):
    for folder in ("a", "b"):
        for name in ("Eve", "eve", "eve-2", "EVE!"):
            write_submission(tmp_path / folder / name)
    names = [entry.name for entry in find_submissions([tmp_path / "b", tmp_path / "a"])]
    assert len({name.casefold() for name in names}) == 8


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
    safe = find_submissions([Path("/uploads") / name.replace("/", "\\")])[0].name
    assert safe not in (".", "..", "") and safe[0] not in "-.="
    assert all(char.isalnum() or char in "._-" for char in safe) and "\u1160" not in safe
    assert len(safe.encode()) <= 120 and safe[-1] not in "._-"
    assert safe.split(".")[0].lower() not in ("con", "slurm")


def test_a_zip_alone_in_a_students_folder_is_the_submission(tmp_path):
    (tmp_path / "uploads" / "Hal_81").mkdir(parents=True)
    file = write_zip(tmp_path / "uploads" / "Hal_81" / "submission.zip")
    (entry,) = find_submissions([tmp_path / "uploads"])
    assert (entry.name, entry.path) == ("Hal_81", file)


def names_and_paths(paths, folder):
    return [(e.name, e.path.relative_to(folder).as_posix()) for e in find_submissions(paths)]


def test_a_link_is_an_upload_of_its_own_and_hides_no_other(tmp_path):
    up = tmp_path / "up"
    write_submission(up / "carl")
    write_zip(up / "bob.zip")
    (up / "mallory").mkdir()
    (up / "mallory" / "hw.zip").symlink_to("../bob.zip")
    (up / "zed").symlink_to("carl")
    assert names_and_paths([up], up) == [
        ("bob", "bob.zip"),
        ("carl", "carl"),
        ("mallory", "mallory/hw.zip"),
        ("zed", "zed"),
    ]
    grade_made([up], tmp_path / "out")
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
    for number, paths in enumerate([[up], sorted(up.iterdir())]):
        grade_made(paths, tmp_path / f"out{number}")
        rows = {row["Submission"]: row for row in read_csv(tmp_path / f"out{number}")}
        status = {name: row["Status"] for name, row in rows.items()}
        refused = dict.fromkeys(["bob", "cyd", "dee", "eve"], "refused")
        assert status == {"ada": "graded", **refused}
        assert "link" in rows["bob"]["Reason"] and "link" in rows["eve"]["Reason"]


def test_a_link_on_the_command_line_is_followed(tmp_path):
    write_submission(tmp_path / "data" / "uploads" / "ada")
    (tmp_path / "uploads").symlink_to("data/uploads")
    (tmp_path / "ada").symlink_to("uploads/ada")
    expected = find_submissions([tmp_path / "data" / "uploads"])
    assert find_submissions([tmp_path / "uploads"]) == expected
    assert find_submissions([tmp_path / "ada"]) == expected
    assert find_submissions([tmp_path / "uploads", tmp_path / "ada"])[0].name == "ada"


def test_of_several_folders_named_each_with_one_submission_the_outer_names_count(tmp_path):
    up = tmp_path / "up"
    for name in ("ada", "bob"):
        write_submission(up / name / "assignment-main")
    (up / "ada" / "writeup.pdf").write_text("not code")
    (up / "cy").mkdir()
    write_zip(up / "cy" / "hw.zip")
    (up / "nothing").mkdir()
    write_submission(up / "section" / "dan")
    write_zip(up / "section" / "eve.zip")
    found = names_and_paths(up.iterdir(), up)
    assert found[:3] == [("ada", "ada"), ("bob", "bob"), ("cy", "cy/hw.zip")]
    expected = [("dan", "section/dan"), ("eve", "section/eve.zip"), ("nothing", "nothing")]
    assert found[3:] == expected
    grade_made([up / "ada", up / "bob"], tmp_path / "out")
    assert [row["Status"] for row in read_csv(tmp_path / "out")] == ["graded", "graded"]


def test_a_student_s_folder_of_an_export_says_nothing_of_other_students(tmp_path):
    export = tmp_path / "export"
    write_submission(export / "submission_11")
    (export / "submission_12").mkdir()
    for name in ("x", "y"):
        write_zip(export / "submission_12" / f"{name}.zip")
    metadata = "submission_11:\n  :submitters:\n  - :name: Ada\n    :sid: '1'\n"
    eve = metadata.replace("11", "12").replace("Ada", "Eve").replace("'1'", "'2'")
    (export / "submission_metadata.yml").write_text(metadata + eve)
    forged = metadata.replace("submission_11", "x.zip") + metadata.replace("submission_11", "y.zip")
    (export / "submission_12" / "submission_metadata.yml").write_text(forged)
    entries = find_submissions([export])
    assert [entry.students[0].name for entry in entries] == ["Ada", "Eve"]
    assert find_submissions(list(export.iterdir())) == entries
    assert find_submissions([export / "submission_12"]) == entries[1:]


def test_a_gradescope_export_says_whose_each_one_is(tmp_path):
    export = tmp_path / "assignment_export"
    write_submission(export / "submission_11")
    write_submission(export / "submission_12")
    (export / "submission_metadata.yml").write_text(
        "---\n"
        "submission_11:\n"
        "  :submitters:\n"
        '  - :name: "Ada \\U0001F600 Lovel\\xE1ce"\n'
        "    :sid: '0042'\n"
        "    :email: ada@example.edu\n"
        '  - :name: "=HYPERLINK(\\"x\\")"\n'
        "    :sid:\n"
        "    :email: eve@example.edu\n"
        "  :created_at: 2026-01-01\n"
        "  :results:\n"
        "    tests:\n"
        "    - name: not a submitter\n"
        "  :history:\n"
        "  - :id: 10\n"
        "    :name: none either\n"
    )
    grade_made([export], tmp_path / "out")
    first, second, third = read_csv(tmp_path / "out")
    assert (first["Student"], first["SID"], first["Email"]) == (
        "Ada \U0001f600 Lovel\u00e1ce",
        "0042",
        "ada@example.edu",
    )
    assert second["Student"] == '\'=HYPERLINK("x")' and second["Submission"] == "submission_11"
    assert third["Student"] == "submission_12"
    (one,) = find_submissions([export / "submission_11"])  # of a part of the class as well
    assert [student.sid for student in one.students] == ["0042", ""]


def test_a_canvas_download_says_whose_each_one_is(tmp_path):
    (tmp_path / "uploads").mkdir()
    write_zip(tmp_path / "uploads" / "lovelaceada_LATE_4711_99_assignment.zip")
    grade_made([tmp_path / "uploads"], tmp_path / "out")
    (row,) = read_csv(tmp_path / "out")
    assert (row["Student"], row["ID"]) == ("lovelaceada", "4711")


def test_metadata_that_a_student_wrote_are_read_line_by_line(tmp_path):
    spaces = " " * 2**20
    lines = ["ada:", "  :submitters:", f"  - :name: x{spaces}y{spaces}z", f"    :sid:{spaces}7"]
    (tmp_path / "submission_metadata.yml").write_text("\n".join(lines))
    (student,) = gradescope_students(tmp_path / "submission_metadata.yml")["ada"]
    assert student.sid == "7" and student.name.split() == ["x", "y", "z"]


@pytest.mark.parametrize(
    "names", [["2026_11_05_ada", "2026_11_05_bob"], ["ada_11_05_hw", "bob_homework"]]
)
def test_names_that_only_look_like_canvass_give_no_id(tmp_path, names):
    for name in names:
        write_submission(tmp_path / "up" / name)
    entries = find_submissions([tmp_path / "up"])
    assert [(entry.name, entry.students) for entry in entries] == [(name, ()) for name in names]
    assert find_submissions([tmp_path / "up" / name for name in names]) == entries


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (
            "extra.zip",
            "2 of 3 uploads in .* have names that Canvas gives, .* extra.zip has another",
        ),
        ("submission_metadata.yml", "names no submitter"),
        ("run.json", "holds results, not uploads"),
        ("adapters.py", "holds adapters.py and beside it ada_4711_99_hw.zip, so it is neither"),
    ],
)
def test_what_would_lose_whose_each_one_is_is_an_error(tmp_path, name, says):
    up = tmp_path / "up"
    up.mkdir()
    for student in ("ada_4711_99_hw.zip", "bob_4712_98_hw.zip"):
        write_zip(up / student)
    (up / name).write_text("damaged")
    if name == "run.json":
        (up / "ada").mkdir()
        (up / "ada" / "results.json").write_text("{}")
    with pytest.raises(BadUploads, match=says):
        find_submissions([up])
    # Of several a student may have made one, and it must not be in the way of the others.
    assert find_submissions([up, write_submission(tmp_path / "cleo")])


def test_what_a_system_leaves_beside_a_students_zip_file_is_no_second_one(tmp_path):
    for name in (".DS_Store", "Thumbs.db", "desktop.ini", "__MACOSX"):
        folder = tmp_path / "up" / name.strip("._")
        folder.mkdir(parents=True)
        write_zip(folder / "hw.zip")
        (folder / name).touch()
    assert {entry.path.name for entry in find_submissions([tmp_path / "up"])} == {"hw.zip"}


def test_each_row_says_which_upload_it_is_of_wherever_that_lies_by_now(tmp_path):
    hostile = "=1\n<b>\u202e\udcff"
    write_submission(tmp_path / "up" / "ada")
    write_zip(tmp_path / "up" / "ada.zip")
    write_submission(tmp_path / "up" / hostile)
    grade_made([tmp_path / "up"], tmp_path / "out")
    moved = (tmp_path / "up").rename(tmp_path / "moved")
    before = {row["Submission"]: row["Upload"] for row in read_csv(tmp_path / "out")}
    grade_made([moved], tmp_path / "out")
    after = {row["Submission"]: row["Upload"] for row in read_csv(tmp_path / "out")}
    ugly = f"{moved}/=1 <b>\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}"
    assert after == {"ada": f"{moved}/ada", "ada-2": f"{moved}/ada.zip", "1_b": ugly}
    assert before["ada-2"] == f"{tmp_path}/up/ada.zip"
    page = (tmp_path / "out" / "1_b" / "ta.html").read_text()
    assert f"Upload: <bdi>{tmp_path}/up/=1\n&lt;b&gt;" in page
