"""Make the student's copy from the reference."""

from pathlib import Path

from tests.harness.problems import load_problems

from cs336_staff.cut import cut
from cs336_staff.paths import ROOT, SOLUTION


def write_stubs(destination: Path = ROOT) -> None:
    """Cut the reference's adapters.py and cs336_basics/ into a folder."""
    problems = load_problems()
    for source in [SOLUTION / "adapters.py", *sorted((SOLUTION / "cs336_basics").glob("*.py"))]:
        name = source.relative_to(SOLUTION)
        target = destination / name
        target.parent.mkdir(parents=True, exist_ok=True)
        text = cut(source.read_text(encoding="utf-8"), problems, str(name))
        target.write_text(text, encoding="utf-8")
