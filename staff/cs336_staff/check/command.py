"""Print what is missing, a line each."""

from rich.console import Console

from cs336_staff.check.lack import Lack
from cs336_staff.check.lacks import find_lacks
from tests.harness.plugin.problems import did_you_mean, load_problems


def run_check(id_: str | None, console: Console) -> bool:
    """Print what one problem lacks, or all of them; return whether nothing is missing."""
    problems = load_problems()
    if id_ is None or id_ in problems:
        lacks = find_lacks([id_] if id_ else list(problems))
    else:
        mend = f"add a [[problem]] with id, title, module, section, points{did_you_mean(id_)}"
        lacks = [Lack(id_, "tests/problems.toml does not list it", mend)]
    for lack in lacks:
        line = f"{lack.where}: {lack.what}; {lack.mend}"
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    count = (
        f"{len(lacks)} things are" if len(lacks) > 1 else "1 thing is" if lacks else "nothing is"
    )
    console.print(f"{count} missing", highlight=False)
    return not lacks
