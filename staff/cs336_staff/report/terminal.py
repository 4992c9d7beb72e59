"""Print one submission's scores as the student's own pytest prints them."""

from typing import Any

from rich.console import Console

from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import Scores, TestRecord
from tests.harness.plugin.terminal import write_table


class _Terminal:
    """A rich console with the two things that the harness's table asks of a terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.fullwidth = console.width

    def line(self, text: str = "", **markup: bool) -> None:
        style = " ".join(name for name, wanted in markup.items() if wanted)
        self._console.print(text, style=style, markup=False, highlight=False, soft_wrap=True)


def print_scores(extra: dict[str, Any], console: Console) -> None:
    """Print the table of problems of one results.json's extra data."""
    tests = [TestRecord(**test) for test in extra["tests"]]
    write_table(Scores.of(load_problems(), tests), _Terminal(console))
    console.print(f"protection: {extra['protection']}", style="dim", markup=False)
