"""Run answers with many seeds; each verdict must be right with each seed.

    python -m staff.trials.seeds --count 1000                 # the reference, the whole CPU suite
    python -m staff.trials.seeds --count 20 --kind correct    # every correct entry of the corpus
    python -m staff.trials.seeds --count 20 --kind wrong      # every wrong entry
    python -m staff.trials.seeds --problems train,sgd         # after a change to these tests

A right answer must pass, and a wrong entry must be caught with its hint. Each run is a fork of one
process, without the sandbox. An entry of the corpus runs the problems that it can change. The exit
code is 1 if a verdict was not right.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

import cs336_staff  # noqa: F401  (puts the repository on the path)
from cs336_staff.audit.affected import problems_at_risk
from cs336_staff.audit.corpus import Entry, build, load_corpus
from cs336_staff.audit.examine import compare, shortcut
from cs336_staff.paths import SOLUTION
from cs336_staff.results.verdict import Verdict, contains, nothing_earned
from staff.trials import at_least
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import FAILED, Scores
from tests.harness.watching.warm import run_suite, warm_up

TOGETHER = 20  # seeds that one process runs


@dataclass(frozen=True)
class Answer:
    """A submission of known verdict, and the problems to run (all if empty)."""

    label: str
    folder: Path
    problems: frozenset[str]
    entry: Entry | None = None


def answers(kind: str | None, chosen: frozenset[str], stack: ExitStack) -> Iterator[Answer]:
    """Yield the reference, or the corpus's entries of a kind that can change a chosen problem.

    Those that only a CUDA device can judge are left out.
    """
    if kind is None:
        yield Answer("the reference", SOLUTION, chosen)
        return
    problems = load_problems()
    for entry in load_corpus():
        if entry.kind == kind and not (entry.problem and problems[entry.problem].cuda):
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="cs336-seeds-"))
            made = build(entry, Path(folder))
            at_risk = frozenset(problems_at_risk(entry, made))
            asked = {entry.problem} if entry.problem else at_risk
            if not chosen or asked & chosen:
                yield Answer(entry.label, made, at_risk & chosen or at_risk, entry)


def not_right(answer: Answer, seeds: list[int]) -> Iterator[str]:
    """Run an answer with some seeds; yield a line for each of its verdicts that is not right."""
    entry = answer.entry
    first = shortcut(entry) if entry else None
    if first and first.first and answer.problems == {first.problem}:
        for seed, scores in _run(answer, seeds, first.first).items():
            if any(test.failure and contains(test.failure, first.words) for test in scores.tests):
                seeds = [other for other in seeds if other != seed]
    for seed, scores in _run(answer, seeds).items() if seeds else ():
        if entry and entry.kind == "wrong":
            wrong = compare(entry, Verdict(scores)).shortcomings
        else:
            failed = [test for test in scores.tests if test.outcome == FAILED]
            wrong = [f"{test.id}: {test.text}" for test in failed]
        if wrong:
            yield f"{answer.label}, seed {seed}: {'; '.join(wrong)}"


def _run(answer: Answer, seeds: list[int], tests: str = "tests") -> dict[int, Scores]:
    """Run an answer with some seeds; return the scores of each."""
    with tempfile.TemporaryDirectory(prefix="cs336-seeds-") as folder:
        file = Path(folder) / "scores.json"
        extra = ["-p", "staff.trials.each_seed", f"--seeds={','.join(map(str, seeds))}"]
        extra += [f"--scores={file}"]
        if answer.problems:
            extra += [f"--problems={','.join(sorted(answer.problems))}"]
        run = run_suite(answer.folder, seeds[0], tuple(extra), 60 + 60 * len(seeds), tests)
        found = dict.fromkeys(seeds, nothing_earned(f"no verdict: {run.last_words}", cuda=False))
        for seed in seeds:
            with suppress(OSError, ValueError):
                text = file.with_name(f"{file.name}.{seed}").read_text(encoding="utf-8")
                found[seed] = Scores.from_dict(json.loads(text))
    return found


def main() -> None:
    """Run all; print each verdict that is not right, then the counts."""
    parser = argparse.ArgumentParser(
        prog="python -m staff.trials.seeds",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--first", type=at_least(0), default=0, help="the first seed (%(default)s)")
    parser.add_argument(
        "--count", type=at_least(1), default=1000, help="how many seeds (%(default)s)"
    )
    parser.add_argument("--problems", default="", help="only these, by id, with commas")
    parser.add_argument("--kind", choices=("correct", "wrong"), help="entries of the corpus")
    parser.add_argument(
        "--jobs", type=at_least(1), default=2, help="how many runs at a time (%(default)s)"
    )
    options = parser.parse_args()
    chosen = frozenset(filter(None, options.problems.split(",")))
    if unknown := chosen - load_problems().keys():
        parser.error(f"--problems: no problem is named {', '.join(sorted(unknown))}")
    warm_up()
    runs = failed = 0
    with ExitStack() as stack:
        chosen_answers = list(answers(options.kind, chosen, stack))
        pool = ThreadPoolExecutor(options.jobs)
        stack.callback(pool.shutdown, cancel_futures=True)  # before the folders are removed
        seeds = list(range(options.first, options.first + options.count))
        parts = [seeds[start : start + TOGETHER] for start in range(0, len(seeds), TOGETHER)]
        waiting = {
            pool.submit(lambda *work: list(not_right(*work)), answer, part): len(part)
            for part in parts
            for answer in chosen_answers
        }
        for done, future in enumerate(as_completed(waiting), start=1):
            runs += waiting[future]
            for line in future.result():
                failed += 1
                print(line, flush=True)
            if done % 50 == 0:
                print(f"{runs} runs, {failed} not right", flush=True)
    print(f"answers {len(chosen_answers)}, seeds {len(seeds)}: {runs} runs, {failed} not right")
    sys.exit(bool(failed))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("stopped")
