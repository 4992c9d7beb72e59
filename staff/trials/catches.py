"""Print what each test costs and which wrong entries of the corpus it alone catches.

    python -m staff.trials.catches [--only MODULE] [--seed 336] [--jobs 2]

A test catches an entry if it fails with the entry's hint. A test that costs much and catches
nothing alone may be merged into another, or dropped where no mutant needs it either:
`python -m staff.trials.mutants`.
"""

import argparse
import statistics
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import cs336_staff  # noqa: F401  (puts the repository on the path)
from cs336_staff.audit.corpus import Entry, build, load_corpus
from cs336_staff.paths import SOLUTION
from cs336_staff.results.verdict import contains
from staff.trials import at_least
from tests.harness.plugin.problems import load_problems
from tests.harness.watching.warm import run_suite, warm_up

RUNS = 5  # of the reference, for the time of each test


def seconds_of_tests(seed: int, problems: list[str]) -> dict[str, float]:
    """Return the median seconds of each test of some problems on the reference, by its id."""
    seconds = defaultdict(list)
    for _ in range(RUNS):
        run = run_suite(SOLUTION, seed, (f"--problems={','.join(problems)}",))
        if run.scores is None:
            raise RuntimeError(f"the suite does not run on the reference: {run.last_words}")
        for test in run.scores.tests:
            seconds[test.id].append(test.seconds)
    return {test: statistics.median(times) for test, times in seconds.items()}


def catching(entry: Entry, seed: int) -> list[str]:
    """Return the ids of the tests that catch an entry."""
    with tempfile.TemporaryDirectory(prefix="cs336-catches-") as folder:
        run = run_suite(build(entry, Path(folder)), seed, (f"--problems={entry.problem}",))
    tests = run.scores.tests if run.scores else []
    return [t.id for t in tests if t.failure and contains(t.failure, entry.hint)]


def main() -> None:
    """Run all tests on every wrong entry, and print a table."""
    parser = argparse.ArgumentParser(
        prog="python -m staff.trials.catches",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", default="", help="modules whose name contains this")
    parser.add_argument(
        "--seed", type=at_least(0), default=336, help="seed of the tests (%(default)s)"
    )
    parser.add_argument(
        "--jobs", type=at_least(1), default=2, help="how many at a time (%(default)s)"
    )
    options = parser.parse_args()
    problems = load_problems()
    entries = [
        entry
        for entry in load_corpus()
        if entry.kind == "wrong" and options.only in entry.module
        if not problems[entry.problem].cuda
    ]
    if not entries:
        parser.error(f"--only: no wrong entry is of a module whose name contains {options.only!r}")
    warm_up()
    modules = {problems[entry.problem].module for entry in entries}
    asked = [p.id for p in problems.values() if p.module in modules and not p.cuda]
    seconds = seconds_of_tests(options.seed, asked)
    with ThreadPoolExecutor(options.jobs) as pool:
        caught = list(pool.map(partial(catching, seed=options.seed), entries))
    alone, all_ = defaultdict[str, int](int), defaultdict[str, int](int)
    for tests in caught:
        for test in tests:
            all_[test] += 1
            alone[test] += len(tests) == 1
    print("| test | ms | entries it alone catches | entries it catches |")
    print("|---|---|---|---|")
    for test in sorted(seconds, key=lambda test: -seconds[test]):
        print(f"| `{test}` | {1000 * seconds[test]:.0f} | {alone[test]} | {all_[test]} |")
    missed = [e.label for e, tests in zip(entries, caught, strict=True) if not tests]
    print(f"\n{len(entries)} entries, {len(missed)} that no test catches {', '.join(missed)}")


if __name__ == "__main__":
    main()
