"""On a terminal a section of the handout is a link to its place in the page."""

import os
import re
import sys

import pexpect
import pytest
from support.suite_runs import run_pytest

from cs336_staff.paths import ROOT
from tests.harness.plugin.handout import PAGE, with_links
from tests.harness.plugin.problems import load_problems

SECTIONS = {id_: f"handout §{problem.section}" for id_, problem in load_problems().items()}
LINK = re.compile(r"\x1b\]8;;(file:///[^\a]*)\a([^\x1b]*)\x1b\]8;;\a")


def _shown(**environment):
    """Return what pytest prints of a problem that is to do, on a terminal."""
    command = ["-m", "pytest", "--problems=mfu,get_batch", "-pno:cacheprovider"]
    environment = {**os.environ, "TERM": "xterm-256color", **environment}
    terminal = pexpect.spawn(
        sys.executable, command, cwd=str(ROOT), env=environment, encoding="utf-8", timeout=120
    )
    terminal.expect(pexpect.EOF)
    return terminal.before


def test_a_terminal_gets_links_to_the_problem_s_place():
    links = LINK.findall(_shown())
    for problem in ("mfu", "get_batch"):
        assert (f"{PAGE.as_uri()}#{problem}", SECTIONS[problem]) in links


@pytest.mark.parametrize("setting", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": "linux"}])
def test_a_terminal_that_does_not_show_links_gets_none(setting):
    shown = _shown(**setting)
    assert SECTIONS["mfu"] in shown and not LINK.search(shown)


def test_a_file_gets_no_links():
    assert "\x1b" not in run_pytest("--problems=mfu").stdout


def test_only_sections_of_problems_are_links():
    assert with_links("handout §14, §99.1, §8") == "handout §14, §99.1, §8"
    assert with_links("see §2.1.").endswith("#tensor_bytes\a§2.1\x1b]8;;\a.")
