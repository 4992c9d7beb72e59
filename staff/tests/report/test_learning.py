"""What a class of 200 says of problems and hints: discrimination, attempts, what goes together."""

import random
import sys

import pytest
from support.made_class import made_outcomes, made_run, made_verdict, read_csv

from cs336_staff import cli
from cs336_staff.errors import BatchError
from cs336_staff.report.class_page import class_page
from cs336_staff.report.learning import (
    FirstPass,
    discrimination,
    first_passes,
    history,
    together,
    unhelpful,
)
from cs336_staff.results.attempts import counting
from cs336_staff.results.record import Attempt, Student, build_results
from cs336_staff.results.roster import read_roster
from cs336_staff.results.run_folder import load_results
from tests.harness.plugin.problems import load_problems

CPU = [id_ for id_, problem in load_problems().items() if not problem.cuda]
MEAN = {"masked_mean": "the mask is not counted", "patchify": "the mask is not counted here either"}


def results_of(name, outcomes, hints=None, attempt=0, handed_in=""):
    results = build_results(name, made_verdict(outcomes, hints=hints))
    extra = results.extra_data
    extra.students = [Student(f"Student {name[:4]}", sid=name[1:4])]
    extra.attempt, extra.handed_in = attempt, handed_in
    return results


@pytest.fixture(scope="module")
def made():
    """Return a class: strong students pass roofline, weak ones fail it; mfu is drawn by lot.

    Whoever fails masked_mean with its hint fails patchify with the hint that goes with it. Twenty
    hand in twice: ten get the hint of adam again, four pass it, six fail adam in another way; all
    pass sgd the second time, a day later.
    """
    draw = random.Random(336)
    made = {}
    for n, (name, failed) in enumerate(made_outcomes().items()):
        weak = n % 2
        outcomes = {id_: how for id_, how in failed.items() if id_ not in ("adam", "sgd")}
        outcomes |= dict.fromkeys(draw.sample(CPU, 20), "failed") if weak else {}
        for id_ in ("roofline", "mfu", "masked_mean", "patchify", "adam", "sgd", "adamw"):
            outcomes.pop(id_, None)
        outcomes |= {"roofline": "failed"} if weak else {}
        outcomes |= {"mfu": "failed"} if draw.random() < 0.5 else {}
        outcomes |= dict.fromkeys(MEAN, "failed") if n % 10 == 0 else {}
        if n < 20:
            first = outcomes | {"adam": "failed", "sgd": "failed"}
            hints = MEAN | {"adam": "eps goes outside"}
            at = "2026-10-0{}T12:00:00+00:00"
            made[f"{name}-1"] = results_of(name, first, hints, 1, at.format(1))
            outcomes |= {"adam": "failed"} if n < 16 else {}
            hints = MEAN if n >= 10 else hints
            made[name] = results_of(name, outcomes, hints, 2, at.format(2))
        else:
            made[name] = results_of(name, outcomes, MEAN)
    return made


@pytest.fixture(scope="module")
def attempts(made):
    return [[made[f"s{n:03}-1"], made[f"s{n:03}"]] for n in range(20)]


def test_a_problem_that_the_strong_pass_discriminates_and_one_drawn_by_lot_does_not(made):
    found = discrimination(list(counting(made, "last").values()))
    assert found["roofline"] > 0.7 and abs(found["mfu"]) < 0.2
    assert "sgd" not in found  # all pass it


def test_discrimination_is_that_of_the_rest_of_the_points():
    one, two = results_of("s001", {}), results_of("s002", {"round_to_bfloat16": "failed"})
    assert discrimination([one, two]) == {}  # the rest is the same


def test_when_problems_are_first_passed(attempts):
    passes = first_passes([history(own) for own in attempts])
    assert passes["sgd"] == FirstPass(2, 24)
    assert passes["num_parameters"] == FirstPass(1, 0)


def test_earlier_submissions_that_the_platform_lists_count_for_the_first_pass():
    last = results_of("s001", {"mfu": "failed"}, None, 3, "2026-10-03T00:00:00+00:00")
    last.extra_data.earlier = [
        Attempt("2026-10-01T00:00:00+00:00", ("sgd",), ("adam", "mfu", "adagrad")),
        Attempt("2026-10-01T06:00:00+00:00", ("sgd", "adam"), ("mfu",)),
    ]
    passes = first_passes([history([last])])
    assert passes["sgd"] == FirstPass(1, 0) and passes["adam"] == FirstPass(2, 6)
    assert passes.keys() == {"sgd", "adam"}  # nothing is known of adagrad in the second one
    page = class_page({"s001": last})
    assert page.several == 1
    assert {row.id: row.first_pass for row in page.problems if row.first_pass} == passes


def test_hints_that_did_not_help(attempts):
    (adam, *_) = [row for row in unhelpful(attempts) if row.problem == "adam"]
    assert (adam.text, adam.shown, adam.passed) == ("eps goes outside", 20, 4)
    assert (adam.same, adam.other) == (10, 6)
    assert "sgd" not in {row.problem for row in unhelpful(attempts)}


def test_misconceptions_that_go_together(made):
    (pair, *_) = together(list(counting(made, "last").values()))
    assert {pair.first, pair.second} == set(MEAN.values())
    assert (pair.count, round(pair.phi, 2)) == (20, 1.0)


def test_sections_have_their_own_distributions(made, tmp_path):
    roster = tmp_path / "roster.csv"
    rows = [f"{n:03},{'Ada' if n % 2 else 'Bo'}\n" for n in range(150)]
    roster.write_text("\ufeffID,Section\n" + "".join(rows) + "zoe,Bo\n")
    page = class_page(made, counting(made, "last"), read_roster(roster))
    assert [(s.name, s.count) for s in page.sections] == [
        ("Ada", 75),
        ("Bo", 75),
        ("not in the roster", 50),
    ]
    assert page.absent == ["zoe"] and page.to_look_at() == "1 in the roster without a submission"
    ada, bo, _ = page.sections
    assert ada.median < bo.median and page.several == 20
    assert sum(bin.count for bin in ada.bins) == 75


@pytest.mark.parametrize("text", ["", "id\n1\n", "name,section\na,b\n", "\xff\xfe"])
def test_a_roster_of_another_form_is_a_clear_error(tmp_path, text):
    (tmp_path / "r.csv").write_bytes(text.encode("latin-1"))
    with pytest.raises(BatchError, match=r"needs the columns id and section|no CSV file in UTF-8"):
        read_roster(tmp_path / "r.csv")


def test_the_roster_is_kept_with_the_results(tmp_path, monkeypatch):
    out = made_run(tmp_path / "out", {"ada": made_verdict({}), "bo": made_verdict({})})
    (tmp_path / "r.csv").write_text("id,section\nada,Monday\nbo\n")
    for words in (["--roster", tmp_path / "r.csv"], []):
        monkeypatch.setattr(sys, "argv", ["cs336-staff", "report", str(out), *map(str, words)])
        with pytest.raises(SystemExit) as left:
            cli.main()
        assert left.value.code == 0
        for page in ("index.html", "summary.html"):
            text = (out / page).read_text()
            assert "<strong>Monday</strong>" in text and "<strong>None</strong>" not in text
        assert [row["Section"] for row in read_csv(out)] == ["Monday", ""]
    assert len(load_results(out)) == 2
