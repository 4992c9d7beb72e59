"""Run right answers with many seeds; none may fail.

    python -m staff.trials.seeds --count 1000                 # the reference, the whole CPU suite
    python -m staff.trials.seeds --count 20 --correct         # every correct entry of the corpus
    python -m staff.trials.seeds --problems train,sgd         # after a change to these tests

Each run is a fork of one process, without the sandbox. An entry of the corpus runs the problems
that it can change. The exit code is 1 if a run failed.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from pathlib import Path

import cs336_staff  # noqa: F401  (puts the repository on the path)
from cs336_staff.audit.affected import problems_at_risk
from cs336_staff.audit.corpus import build, load_corpus
from cs336_staff.judge.in_process import grade_in_process
from cs336_staff.paths import SOLUTION
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import FAILED
from tests.harness.watching.warm import warm_up

Run = tuple[str, Path, frozenset[str]]


def submissions(correct: bool, chosen: frozenset[str], stack: ExitStack) -> Iterator[Run]:
    """Yield the label and folder of each right answer, and the problems to run (all if empty)."""
    if not correct:
        yield "the reference", SOLUTION, chosen
        return
    for entry in load_corpus():
        if entry.kind == "correct":
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="cs336-seeds-"))
            made = build(entry, Path(folder))
            at_risk = frozenset(problems_at_risk(entry, made))
            if not chosen or at_risk & chosen:
                yield entry.label, made, at_risk & chosen or at_risk


def failures(run: Run, seed: int) -> list[str]:
    """Run a right answer with a seed; return a line for each test that failed."""
    label, folder, problems = run
    verdict = grade_in_process(folder, seed, problems)
    return [
        f"{label}, seed {seed}: {test.id}: {test.text}"
        for test in verdict.scores.tests
        if test.outcome == FAILED
    ]


def main() -> None:
    """Run all; print each failure, then the counts."""
    parser = argparse.ArgumentParser(
        prog="python -m staff.trials.seeds",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--first", type=int, default=0, help="the first seed (%(default)s)")
    parser.add_argument("--count", type=int, default=1000, help="how many seeds (%(default)s)")
    parser.add_argument("--problems", default="", help="only these, by id, with commas")
    parser.add_argument("--correct", action="store_true", help="the corpus's correct entries")
    parser.add_argument("--jobs", type=int, default=2, help="how many runs at a time (%(default)s)")
    options = parser.parse_args()
    chosen = frozenset(filter(None, options.problems.split(",")))
    if unknown := chosen - load_problems().keys():
        parser.error(f"--problems: no problem is named {', '.join(sorted(unknown))}")
    if options.first < 0:
        parser.error(f"--first: {options.first} is below 0")
    if options.count < 1 or options.jobs < 1:
        parser.error("--count and --jobs must be at least 1")
    warm_up()
    done = failed = 0
    with ExitStack() as stack:
        runs = list(submissions(options.correct, chosen, stack))
        pool = ThreadPoolExecutor(options.jobs)
        stack.callback(pool.shutdown, cancel_futures=True)  # before the folders are removed
        seeds = range(options.first, options.first + options.count)
        waiting = [pool.submit(failures, run, seed) for seed in seeds for run in runs]
        for future in as_completed(waiting):
            done += 1
            failed += bool(found := future.result())
            for text in found:
                print(text, flush=True)
            if done % 100 == 0:
                print(f"{done} of {len(waiting)} runs, {failed} with failures", flush=True)
    print(f"submissions {len(runs)}, seeds {len(seeds)}: {done} runs, {failed} with failures")
    sys.exit(bool(failed))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("stopped")
