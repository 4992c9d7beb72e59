"""Pairs that share more than a class does: planted in a small class of twelve and four more."""

import csv
import shutil
import sys

import pytest
from rich.console import Console
from support.made_class import made_run, made_verdict

from cs336_staff import cli
from cs336_staff.compare.units import reference_units, units_of
from cs336_staff.report.similar_page import worth_a_look, write_similar_page
from cs336_staff.results.record import write_results
from cs336_staff.results.run_folder import results_in
from cs336_staff.similar.command import find_similar, given_hashes
from cs336_staff.similar.fingerprints import fingerprints
from staff.trials.similarity import PLANTED, make_class

ANSWER = """
def rows(x, size):
    total = 0
    for index in range(len(x) - size):
        if x[index] > size and index % 2 == 0:
            total += x[index] * size
    return [total, size]
"""
RENAMED = """
# of my own making


def rows(values, n):
    s = 0
    for i in range(len(values) - n):

        if values[i] > n and i % 2 == 0:
            s += values[i] * n  # add it
    return [s, n]
"""


def hashes(source):
    (own,) = fingerprints(units_of("data", source, True)).values()
    return own


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    folder = tmp_path_factory.mktemp("similar") / "class"
    return folder, make_class(folder, 336, number=16)


@pytest.fixture(scope="module")
def found(planted):
    """Return what is found in the class's results, compared with the public solution too."""
    folder, _ = planted
    out = made_run(
        folder.with_name("results"), {f.name: made_verdict({}) for f in folder.iterdir()}
    )
    for upload in folder.iterdir():
        results = results_in(out / upload.name)
        results.extra_data.upload = str(upload)
        write_results(out / upload.name, results)
    return find_similar(out, [folder.with_suffix(".public")], [], Console())


def test_names_comments_and_formatting_do_not_count():
    assert hashes(ANSWER) == hashes(RENAMED) != frozenset()


def test_an_answer_of_three_lines_has_nothing_to_share():
    assert (
        hashes("def mfu(flops, seconds, promised):\n    return flops / seconds / promised\n")
        == set()
    )


def test_what_the_reference_has_is_given():
    own = fingerprints(reference_units(True))
    assert len(own) > 100 and set().union(*own.values()) <= given_hashes()


def test_every_planted_pair_is_worth_a_look_and_no_other(planted, found):
    worth = {frozenset((pair.first, pair.second)) for pair in worth_a_look(found)}
    ours = {pair for pair in worth if not any("public" in name for name in pair)}
    assert ours == {frozenset(names) for names in planted[1].values()} and len(ours) == 6


def test_those_who_used_a_public_solution_are_beside_it(planted, found):
    users = planted[1]["both from one public solution, each rewritten a little"]
    beside = {pair.first for pair in worth_a_look(found) if "public" in pair.second}
    assert beside == set(users)


def test_uploads_of_the_same_name_are_each_compared(planted, tmp_path):
    uploads = sorted(planted[0].iterdir())[:3]
    for upload, name in zip(uploads, ("submission_1/hw", "submission_2/hw", "ada-2"), strict=True):
        shutil.make_archive(str(tmp_path / "class" / name), "zip", upload)
    shutil.copytree(uploads[0], tmp_path / "class" / "ada")
    shutil.make_archive(str(tmp_path / "class" / "ada"), "zip", uploads[1])
    archives = [tmp_path / year / "uploads" for year in ("2024", "2025")]
    for archive in archives:
        shutil.copytree(uploads[2], archive / "bob")
    found = find_similar(tmp_path / "class", archives, [], Console())
    assert (found.compared, found.archived) == (5, 2)
    names = {"submission_1", "submission_2", "ada", "ada-2", "ada-3"}
    assert found.units.keys() == names | {f"{archive}/bob" for archive in archives}


def test_what_was_handed_out_does_not_count(planted):
    folder, pairs = planted
    first, second = pairs["verbatim but for comments"]
    given = find_similar(folder, [], [folder / first], Console())
    assert frozenset((first, second)) not in {frozenset((p.first, p.second)) for p in given.pairs}


def test_the_page_shows_verdicts_and_says_no_more_than_worth_a_look(found, tmp_path):
    write_similar_page(tmp_path / "page.html", found)
    text = (tmp_path / "page.html").read_text()
    assert text.count('<h2 id="pair-') == len(worth_a_look(found)) == len(PLANTED) + 2
    assert "chip passed" in text and "worth a look" in text
    assert not any(word in text.lower() for word in ("cheat", "plagiar", "copied"))


def test_the_command_ranks_pairs_and_says_what_is_missing(planted, monkeypatch, capsys, tmp_path):
    def run(*words):
        monkeypatch.setattr(sys, "argv", ["cs336-staff", "similar", *map(str, words)])
        with pytest.raises(SystemExit) as left:
            cli.main()
        said = capsys.readouterr()
        return left.value.code, said.out, said.err

    first, second = planted[1]["all variables renamed"]
    assert run(tmp_path / "gone")[2].startswith("error: there is no folder")
    (tmp_path / "empty").mkdir()
    assert "is empty; name a submission" in run(tmp_path / "empty")[2]
    code, out, _ = run(
        planted[0] / first, "--archive", planted[0] / second, "--csv", tmp_path / "c"
    )
    assert code == 0 and "pairs worth a look: 1" in out
    (row,) = csv.DictReader((tmp_path / "c").open())
    assert (row["Share"], row["Worth a Look"]) == ("1.00", "yes")
