"""Links from a terminal to the handout's page."""

import os
import re

from tests.harness.plugin.problems import PROBLEMS_TOML, load_problems
from tests.harness.plugin.terminal import Terminal

PAGE = PROBLEMS_TOML.parents[1] / "handout" / "handout.html"
_SECTION = re.compile(r"(?:handout )?§(\d+\.\d+)")


class LinkedTerminal:
    """A terminal on which the handout's sections are links."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self.fullwidth = terminal.fullwidth

    def line(self, text: str = "", **markup: bool) -> None:
        """Write a line, coloured and with links."""
        self._terminal.line(with_links(text), **markup)


def shows_links(is_terminal: bool) -> bool:
    """Return whether an output shows links, or at least ignores them."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") in ("dumb", "linux")
    return is_terminal and not plain and PAGE.exists()


def with_links(text: str) -> str:
    """Return a text in which each section of a problem is a link (OSC 8) to the handout's page."""
    ids = {problem.section: problem.id for problem in load_problems().values()}

    def linked(match: re.Match[str]) -> str:
        id_ = ids.get(match[1])
        return f"\x1b]8;;{PAGE.as_uri()}#{id_}\a{match[0]}\x1b]8;;\a" if id_ else match[0]

    return _SECTION.sub(linked, text)
