"""Print one submission's scores as the student's own pytest prints them."""

from rich.console import Console

from cs336_staff.results.record import Extra
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import Scores
from tests.harness.plugin.terminal import write_table


class _Terminal:
    """A rich console as the terminal that the harness's table writes to."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.fullwidth = console.width

    def line(self, text: str = "", **markup: bool) -> None:
        style = " ".join(name for name, wanted in markup.items() if wanted)
        self._console.print(text, style=style, markup=False, highlight=False, soft_wrap=True)


def print_scores(extra: Extra, console: Console) -> None:
    """Print the table of problems of one submission's results."""
    write_table(Scores.of(load_problems(), extra.tests), _Terminal(console))
    console.print(f"protection: {extra.protection}", style="dim", markup=False)
