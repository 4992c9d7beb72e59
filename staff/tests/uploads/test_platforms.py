"""The students of uploads from Canvas and Gradescope."""

import json
from copy import deepcopy

import pytest
import yaml
from support.made_class import grade_made, made_verdict, read_csv, write_submission, write_zip

from cs336_staff.results.record import Attempt, build_results
from cs336_staff.results.run_folder import load_results
from cs336_staff.results.typed_json import encode
from cs336_staff.uploads import platforms
from cs336_staff.uploads.discover import find_submissions, skipped
from cs336_staff.uploads.platforms import BadUploads, HandIn, gradescope

ENTRY = "{}:\n  :submitters:\n  - :name: {}\n    :sid: {}\n"


def ids(path):
    """Return the Canvas ID of each upload, by its file's name."""
    return {
        upload.path.name: [student.canvas_id for student in upload.students]
        for upload in find_submissions(path)
    }


def test_a_canvas_download_names_the_student_of_each(tmp_path):
    (tmp_path / "up").mkdir()
    write_zip(tmp_path / "up" / "lovelaceada_LATE_4711_99_assignment.zip")
    (tmp_path / "up" / "index.html").touch()
    grade_made(tmp_path / "up", tmp_path / "out")
    (row,) = read_csv(tmp_path / "out")
    assert (row["Student"], row["ID"]) == ("lovelaceada", "4711")


def test_what_a_canvas_student_hands_in_beside_the_code_is_skipped(tmp_path):
    write_zip(tmp_path / "ada_11_100_hw.zip")
    write_zip(tmp_path / "bob_12_101_hw.zip")
    beside = ["ada_11_102_writeup.pdf", "bob_12_103_text.html", "bob_12_99_figures.zip"]
    for name in beside:
        (tmp_path / name).write_text("no code")
    uploads = find_submissions(tmp_path)
    assert ids(tmp_path) == {"ada_11_100_hw.zip": ["11"], "bob_12_101_hw.zip": ["12"]}
    assert skipped(tmp_path, uploads) == beside


def test_a_canvas_student_who_handed_in_no_code_has_one_row(tmp_path):
    write_zip(tmp_path / "ada_11_100_hw.zip")
    for name in ("bob_12_101_report.pdf", "bob_12_102_answers.csv"):
        (tmp_path / name).write_text("no code")
    assert ids(tmp_path) == {"ada_11_100_hw.zip": ["11"], "bob_12_101_report.pdf": ["12"]}


def test_an_upload_with_another_name_costs_a_canvas_download_only_its_own_id(tmp_path):
    for name in ("ada_11_100_hw.zip", "bob_12_101_hw.zip", "extra.zip"):
        write_zip(tmp_path / name)
    found = ids(tmp_path)
    assert found == {"ada_11_100_hw.zip": ["11"], "bob_12_101_hw.zip": ["12"], "extra.zip": []}


@pytest.mark.parametrize(
    "names", [["2026_11_05_ada", "2026_11_05_bob"], ["ada_11_05_hw", "bob_homework"]]
)
def test_names_that_only_look_like_canvass_give_no_id(tmp_path, names):
    for name in names:
        write_submission(tmp_path / name)
    assert ids(tmp_path) == {name: [] for name in names}


def test_a_folder_of_uploads_may_have_a_name_like_canvass(tmp_path):
    write_submission(tmp_path / "hw_11_05_uploads" / "ada")
    assert ids(tmp_path / "hw_11_05_uploads") == {"ada": []}


def test_a_gradescope_export_names_the_student_of_each(tmp_path):
    export = tmp_path / "assignment_export"
    write_submission(export / "submission_11")
    write_submission(export / "submission_12")
    (export / "submission_metadata.yml").write_text(
        "\ufeff---\n"
        "submission_11:\n"
        "  :submitters:\n"
        '  - :name: "Ada \\U0001F600 Lovel\\xE1ce"\n'
        "    :sid: 0042\n"
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
    grade_made(export, tmp_path / "out")
    first, second, third = read_csv(tmp_path / "out")
    assert (first["Student"], first["SID"], first["Email"]) == (
        "Ada \U0001f600 Lovel\u00e1ce",
        "0042",
        "ada@example.edu",
    )
    assert second["Student"] == '\'=HYPERLINK("x")' and second["Submission"] == "submission_11"
    assert third["Student"] == "submission_12"
    (one,) = find_submissions(export / "submission_11")  # of a part of the class as well
    assert [student.sid for student in one.students] == ["0042", ""]


def gradescope_results(at, outcomes, name="A student's name: \n  :created_at: never"):
    """Return a submission as Gradescope's list holds it, with the results of this autograder."""
    results = json.loads(encode(build_results(name, made_verdict(outcomes, said="tests:\n- 1"))))
    return {":created_at": at, ":score": 1.0, ":results": results}


def test_gradescope_s_history_says_which_problems_passed_and_when(tmp_path):
    write_submission(tmp_path / "one")
    earlier = [
        {":id": 2, **gradescope_results("2026-10-02 12:00:00.5 -0700", {"mfu": "failed"})},
        {":id": 1, **gradescope_results("2026-10-01 12:00:00 Z", {"adam": "to do"})},
        {":id": 3, ":created_at": "2026-10-03 12:00:00 Z", ":results": {"tests": [{"name": "1"}]}},
        {":id": 4, ":created_at": "2026-10-04 12:00:00 Z", ":results": "[damaged"},
    ]
    entry = {
        ":submitters": [{":name": "Ada", ":sid": "1"}],
        **gradescope_results("2026-10-05 12:00:00 Z", {}),
        ":history": earlier,
        ":later": [1],
    }
    text = yaml.safe_dump({"one": entry, "two": deepcopy(entry)}, sort_keys=False)
    (tmp_path / "submission_metadata.yml").write_text(text)
    said = gradescope(tmp_path, [])
    assert said["one"] == said["two"] and said["one"].attempt == 5
    first, second, foreign, damaged = said["one"].earlier
    assert (first.handed_in, first.failed) == ("2026-10-01T12:00:00+00:00", ("adam",))
    assert (second.handed_in, second.failed) == ("2026-10-02T19:00:00+00:00", ("mfu",))
    assert {"adam", "sgd"} <= set(second.passed) and "memory_deltas" not in second.passed
    assert foreign == Attempt("2026-10-03T12:00:00+00:00")
    assert damaged == Attempt("2026-10-04T12:00:00+00:00")
    grade_made(tmp_path, tmp_path.parent / f"{tmp_path.name}-out")
    kept = load_results(tmp_path.parent / f"{tmp_path.name}-out")["one"].extra_data
    assert kept.earlier == [first, second, foreign, damaged]


def test_the_folder_above_an_export_is_an_error_that_names_the_export(tmp_path):
    export = tmp_path / "up" / "assignment_1_export"
    write_submission(export / "submission_11")
    (export / "submission_metadata.yml").write_text(ENTRY.format("submission_11", "Ada", "1"))
    with pytest.raises(BadUploads, match=f"only an export of Gradescope; name {export}$"):
        find_submissions(tmp_path / "up")
    (one,) = find_submissions(export)
    assert one.students[0].name == "Ada"


def test_a_byte_order_mark_before_the_first_folder_costs_no_id(tmp_path):
    (tmp_path / "submission_metadata.yml").write_text("\ufeff" + ENTRY.format("one", "Ada", "7"))
    assert gradescope(tmp_path, [])["one"].students[0].sid == "7"


@pytest.mark.parametrize(
    "damaged",
    [
        "two:\n  :submitters: [\n",
        "two:\n  :submitters:\n  - 5\n",
        "two: 5\n",
        "two:\n  :submitters:\n  - :sid: &x [*x]\n",
        "\x00\n",
        ENTRY.format("two", "'Ada", "7"),
    ],
)
def test_a_damaged_entry_costs_only_its_own_students(tmp_path, damaged):
    one, three = ENTRY.format("one", "Ada", "1"), ENTRY.format("three", "Eve", "3")
    (tmp_path / "submission_metadata.yml").write_text(f"---\n{one}{damaged}{three}")
    found = gradescope(tmp_path, [])
    assert [found[name].students[0].sid for name in ("one", "three")] == ["1", "3"]
    assert not any(student.known_as for student in found.get("two", HandIn()).students)


@pytest.mark.parametrize("text", ["", "damaged", "- a\n- list\n", "one:\n  :submitters: []\n"])
def test_metadata_that_name_no_submitter_are_a_clear_error(tmp_path, text):
    write_submission(tmp_path / "one")
    (tmp_path / "submission_metadata.yml").write_text(text)
    with pytest.raises(BadUploads, match=r"metadata\.yml names no submitter, .* export the sub"):
        find_submissions(tmp_path)


def test_metadata_without_a_bound_are_not_read(tmp_path):
    write_submission(tmp_path / "one")
    with (tmp_path / "submission_metadata.yml").open("wb") as file:
        file.truncate(platforms.MAX_METADATA_BYTES + 1)
    with pytest.raises(BadUploads, match=r"metadata\.yml is over 256 MiB"):
        find_submissions(tmp_path)


def test_a_student_s_folder_of_an_export_says_nothing_of_other_students(tmp_path):
    export = tmp_path / "export"
    write_submission(export / "submission_11")
    (export / "submission_12").mkdir()
    for name in ("x", "y"):
        write_zip(export / "submission_12" / f"{name}.zip")
    said = ENTRY.format("submission_11", "Ada", "1") + ENTRY.format("submission_12", "Eve", "2")
    (export / "submission_metadata.yml").write_text(said)
    forged = ENTRY.format("x.zip", "Ada", "1") + ENTRY.format("y.zip", "Ada", "1")
    (export / "submission_12" / "submission_metadata.yml").write_text(forged)
    entries = find_submissions(export)
    assert [entry.students[0].name for entry in entries] == ["Ada", "Eve"]
    assert find_submissions(export / "submission_12") == entries[1:]
