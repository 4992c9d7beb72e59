"""Mutate the reference with cosmic-ray's operators; the tests must fail for each mutant.

    python -m staff.trials.mutants [--only MODULE] [--jobs 2]

A mutant that passes must be listed in `staff/corpus/mutation.md`, with the reason: it is equivalent
to the reference, or cannot be decided without a CUDA device. Any other that passes shows a gap in
the tests. The exit code is 1 if there is one, or if a listed mutant no longer passes.
"""

import argparse
import ast
import difflib
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

import cs336_staff  # noqa: F401  (puts the repository on the path)
from cs336_staff.audit.corpus import copy_reference
from cs336_staff.paths import CORPUS, SOLUTION
from staff.trials import at_least
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import FAILED
from tests.harness.plugin.submitted_files import read_files
from tests.harness.watching.changes import affected
from tests.harness.watching.warm import run_suite, warm_up

LISTED = CORPUS / "mutation.md"
UNDECIDED = "\n## Not decided without a CUDA device\n"
SECONDS = 60
SKIPPED = ("Variable",)  # operators that need an argument: what to insert
PASSED, CAUGHT, NO_VERDICT, ON_CUDA = "passed", "caught", "ended without a verdict", "on CUDA"


@dataclass(frozen=True)
class Mutant:
    """One change to one module.

    Attributes:
        module: the module's name.
        source: the source of the changed module.
        change: the lines that differ, before → after.
    """

    module: str
    source: str
    change: str


def mutants(module: Path) -> Iterator[Mutant]:
    """Yield the mutants of a module whose syntax trees differ."""
    source = module.read_text(encoding="utf-8")
    seen = {ast.dump(ast.parse(source))}
    for name in operator_names():
        if any(word in name for word in SKIPPED):
            continue
        occurrence = 0
        while (changed := mutate_code(source, get_operator(name)(), occurrence)) is not None:
            occurrence += 1
            try:
                program = ast.dump(ast.parse(changed))
            except SyntaxError:
                continue
            if program not in seen:
                seen.add(program)
                yield Mutant(module.stem, changed, _change(source, changed))


def _change(before: str, after: str) -> str:
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    old: list[str] = []
    new: list[str] = []
    for line in lines:
        if line.startswith(("- ", "+ ")):
            (old if line[0] == "-" else new).append(line[2:].strip())
    return f"{' '.join(old)} → {' '.join(new)}".replace("|", "\\|")  # for a table's cell


def verdict(mutant: Mutant, seed: int) -> str:
    """Run the tests that a mutant can fail; return PASSED, CAUGHT, NO_VERDICT or ON_CUDA."""
    with tempfile.TemporaryDirectory(prefix="cs336-mutant-") as folder:
        submission = copy_reference(Path(folder) / "submission")
        file = submission / "cs336_basics" / f"{mutant.module}.py"
        file.write_text(mutant.source, encoding="utf-8")
        problems = load_problems()
        at_risk = affected(read_files(SOLUTION), read_files(submission))
        chosen = [id_ for id_ in at_risk if not problems[id_].cuda]
        if at_risk and not chosen:
            return ON_CUDA
        only = (f"--problems={','.join(chosen)}",) if chosen else ()
        run = run_suite(submission, seed, ("-x", f"--timeout={SECONDS // 2}", *only), SECONDS)
    if run.scores is None:
        return NO_VERDICT
    return CAUGHT if any(t.outcome == FAILED for t in run.scores.tests) else PASSED


def listed() -> tuple[Counter[str], Counter[str]]:
    """Return the mutants that mutation.md lists, with their counts.

    The first table lists equivalent ones, the second those that only a CUDA device can decide.
    """
    equivalent, found, undecided = LISTED.read_text(encoding="utf-8").partition(UNDECIDED)
    assert found, f"{LISTED} has no “{UNDECIDED}”"
    first, second = (
        Counter(": ".join(row) for row in re.findall(r"^\| `(\w+)` \| `(.+?)` \|", text, re.M))
        for text in (equivalent, undecided)
    )
    return first, second


def faults(verdicts: list[tuple[Mutant, str]], modules: Collection[str]) -> list[str]:
    """Return a line for each mutant that passes unlisted, and each listed one that does not."""
    found = {what: Counter[str]() for what in (PASSED, CAUGHT, NO_VERDICT, ON_CUDA)}
    for mutant, what in verdicts:
        found[what][f"{mutant.module}: {mutant.change}"] += 1
    equivalent, undecided = listed()
    gaps = found[PASSED] - equivalent - undecided
    stale = (equivalent - found[PASSED]) + (undecided - found[PASSED] - found[ON_CUDA])
    lines = [f"passes: {change}" for change in sorted(gaps.elements())]
    for change in sorted(stale.elements()):
        if change.partition(":")[0] in modules:
            lines.append(f"listed in {LISTED.name}, but no mutant that passes: {change}")
    return lines


def main() -> None:
    """Try all mutants; print those that pass."""
    parser = argparse.ArgumentParser(
        prog="python -m staff.trials.mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", default="", help="modules whose name contains this")
    parser.add_argument(
        "--jobs", type=at_least(1), default=2, help="how many at a time (%(default)s)"
    )
    parser.add_argument(
        "--seed", type=at_least(0), default=336, help="seed of the tests (%(default)s)"
    )
    options = parser.parse_args()
    files = sorted((SOLUTION / "cs336_basics").glob("*.py"))
    modules = [file for file in files if options.only in file.stem]
    if not modules:
        names = ", ".join(file.stem for file in files)
        parser.error(f"--only: no module's name contains {options.only!r}; they are {names}")
    made = [mutant for module in modules for mutant in mutants(module)]
    print(f"{len(made)} mutants of {', '.join(file.stem for file in modules)}", flush=True)
    warm_up()
    untouched = run_suite(SOLUTION, options.seed)
    if untouched.scores is None or any(t.outcome == FAILED for t in untouched.scores.tests):
        sys.exit("the reference itself does not pass: there is nothing to compare mutants with")
    with ThreadPoolExecutor(options.jobs) as pool:
        verdicts = list(pool.map(lambda mutant: verdict(mutant, options.seed), made))
    lines = faults(list(zip(made, verdicts, strict=True)), {file.stem for file in modules})
    for line in lines:
        print(line)
    counts = ", ".join(f"{count} {what}" for what, count in Counter(verdicts).most_common())
    print(counts if lines else f"{counts}; those that passed are listed in {LISTED.name}")
    sys.exit(bool(lines))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("stopped")
