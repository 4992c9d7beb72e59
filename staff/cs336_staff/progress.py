"""How a command shows that it is at work: a bar that counts what is done."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def progress_bar(console: Console, total: int, done: str) -> Progress:
    """Return a bar that counts what is done, such as "graded"; it is silent off a terminal."""
    progress = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(done),
        TimeRemainingColumn(elapsed_when_finished=True),
        console=console,
        auto_refresh=False,
        disable=not console.is_terminal,
    )
    progress.add_task(done, total=total)
    return progress
