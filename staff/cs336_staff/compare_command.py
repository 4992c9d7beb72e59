"""The command `diff`: a submission beside the reference, in the terminal or as a page."""

import json
import tempfile
from pathlib import Path

from rich.console import Console

from cs336_staff.diff import diff_submission
from cs336_staff.diff_view import print_diff
from cs336_staff.intake import take_in
from cs336_staff.report.pages import write_diff_page


def compare(
    submission: Path,
    results: Path | None,
    html: Path | None,
    normalize: bool,
    everything: bool,
    console: Console,
) -> None:
    """Print a submission's differences from the reference, or write them as a page.

    Raises:
        Unfit: the submission cannot be read as one.
    """
    known = json.loads(results.read_text(encoding="utf-8")) if results else None
    with tempfile.TemporaryDirectory(prefix="cs336-") as folder:
        taken = take_in(submission, Path(folder) / "submission")
        diff = diff_submission(taken, normalize=normalize)
    if html:
        write_diff_page(html, diff, submission.name, known)
        console.print(f"wrote {html}", markup=False, highlight=False)
    else:
        print_diff(diff, console, known, everything)
