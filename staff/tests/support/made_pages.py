"""The report pages of a small class, written once for all tests that read them."""

import pytest
from support.made_class import (
    HOSTILE,
    MISTAKEN,
    grade_made,
    judge,
    made_run,
    made_verdict,
    make_uploads,
    write_submission,
)

from cs336_staff.compare.units import units_of
from cs336_staff.report.changes_page import write_changes_page
from cs336_staff.report.class_page import write_class_report
from cs336_staff.report.similar_page import write_similar_page
from cs336_staff.results.changes import changes_between
from cs336_staff.results.record import Student, build_results, write_results
from cs336_staff.results.run_folder import load_results
from cs336_staff.similar.command import Similar
from cs336_staff.similar.ranking import Pair


@pytest.fixture(scope="session")
def out(tmp_path_factory):
    """Return the results folder of a small class, with one submission of a hostile name."""
    folder = tmp_path_factory.mktemp("class")
    uploads = make_uploads(folder / "uploads")
    wrong = "verdict: tensor_bytes=failed"
    write_submission(uploads / "hal", wrong, modules={"memory": MISTAKEN})
    grade_made(uploads, folder / "out")
    results = build_results(HOSTILE + "\u202e\x1b", judge(uploads / "ben", 7))
    results.extra_data.students = [Student(HOSTILE), Student("Zoë & Söhne")]
    write_results(folder / "out" / "zed #1?&%41", results)
    by_folder = load_results(folder / "out")
    write_class_report(folder / "out", by_folder)
    earlier = {"ada": made_verdict({"view_metadata": "failed"}, HOSTILE), "ben": made_verdict({})}
    changes = changes_between(load_results(made_run(folder / "earlier", earlier)), by_folder)
    write_changes_page(folder / "out" / "changes.html", changes, "earlier", HOSTILE)
    same = "memory", "tensor_bytes"
    pair = Pair("hal", HOSTILE, share=0.5, shared=20, functions=[(same, same, 20)])
    (unit,) = units_of("memory", MISTAKEN, False)
    units = {name: {same: unit} for name in (pair.first, pair.second)}
    found = Similar(9, 0, [pair, Pair("ada", "ben", 0.1, 12, [])], units, by_folder, ["fay"])
    write_similar_page(folder / "out" / "pairs.html", found)
    return folder / "out"
