"""Watch your files: on each save, run the tests of the problems you changed.

Run it with `python -m tests.watch` and leave it open beside your editor.
"""

import argparse
import io
import math
import os
import shutil
import sys
import textwrap
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path

if not __package__:  # run as a file, with this folder in sys.path instead of the root
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import tests.dependencies  # noqa: F401
from tests.harness.plugin.failure import NO_DEVICE
from tests.harness.plugin.handout import PAGE, shows_links, with_links
from tests.harness.plugin.options import SEED
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import FAILED, NOT_RUN, PASSED, TODO, ProblemScore
from tests.harness.plugin.submitted_files import missing_part, read_files
from tests.harness.plugin.terminal import next_step
from tests.harness.watching.changes import affected, with_measuring
from tests.harness.watching.keys import read_key, single_keys
from tests.harness.watching.progress import Progress
from tests.harness.watching.warm import CANCELLED, COMPLETED, ROOT, Run, run_suite, warm_up

POLL_SECONDS = 0.05
SETTLE_SECONDS = 0.03  # between an editor's first write of a file and its last
MOST_LINES = 15  # of what a run without a verdict printed
LONG_SECONDS = 3.0  # after which a note says that the run goes on
KEYS = "a all · f failed · n next · h hint in full · o open the handout · q quit"
COLOURS = {PASSED: "32", FAILED: "31", TODO: "33", NOT_RUN: "34"}


class Watch:
    """The loop from a saved file to a verdict."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.seed = seed
        self.progress = Progress.load(folder)
        self.files = read_files(folder)
        self.cancelled: list[str] = []  # problems of a run that a save interrupted
        self.focus = self._next()

    def loop(self) -> None:
        """Watch until q, Ctrl-C or the end of the input."""
        self._say(f"watching {self.folder.name}/ · {KEYS}")
        self._begin()
        while True:
            files = self._saved_files()
            if files != self.files or self.cancelled:
                changed = affected(self.files, files)
                self.files = files
                self.run([id_ for id_ in load_problems() if id_ in {*changed, *self.cancelled}])
            key = read_key(POLL_SECONDS)
            if key == "":
                self._say("end of input: no longer watching")
            if key in ("q", ""):
                return
            self._press(key)

    def _saved_files(self) -> dict[str, bytes]:
        """Return the files as they are once an editor has written all of them."""
        files = read_files(self.folder)
        while files != self.files:
            time.sleep(SETTLE_SECONDS)
            before, files = files, read_files(self.folder)
            if files == before:
                break
        return files

    def _begin(self) -> None:
        """Run everything once, since saved verdicts may be out of date; show what failed."""
        self._say("running all tests once …")
        if (run := self._run_tests(list(load_problems()))) and run.scores:
            self.progress.update(run.scores.problems)
            self._show_rows([row for row in run.scores.problems if row.status == FAILED])
            self.focus = self._next()
            self._show_total(run)

    def run(self, problems: list[str]) -> None:
        """Run some problems and show the verdicts, the first failure and the next step.

        With a device, the CUDA problems that measure their functions run too. A save during the run
        cancels it; the next run includes its problems.
        """
        run = self._run_tests(problems) if problems else None
        if run is None or run.scores is None:
            return
        rows = run.scores.problems
        newly_passed = self.progress.update(rows)
        self._show_rows([row for row in rows if not row.failure or row.failure.kind != NO_DEVICE])
        failed = [row.problem.id for row in rows if row.status == FAILED]
        if failed or newly_passed:
            self.focus = failed[0] if failed else self._next()
        self._show_total(run)

    def _run_tests(self, problems: list[str]) -> Run | None:
        """Run some problems; return None if the run was cancelled or gave no scores."""
        options = [f"--problems={','.join(with_measuring(problems))}"]
        options.append("--continue-on-collection-errors")  # of the student's own test files
        try:
            run = run_suite(self.folder, self.seed, tuple(options), cancel=self._save_detector())
        except OSError as error:  # of the folder for temporary files
            run = Run(None, str(error), 0.0)
        self.cancelled = problems if run.ended == CANCELLED else []
        if self.cancelled:
            return None
        if run.scores is None:
            words = run.last_words.strip().splitlines()[-MOST_LINES:]
            ended = run.ended if run.ended != COMPLETED else "pytest stopped"
            self._say(f"the run gave no verdict: {ended}", "31")
            for line in words:
                self._say(f"    {line}")
            return None
        return run

    def _save_detector(self) -> Callable[[], bool]:
        """Return a function that tells whether a file was saved, and notes once a long run."""
        late = time.monotonic() + LONG_SECONDS

        def saved() -> bool:
            nonlocal late
            if time.monotonic() > late:
                late = math.inf
                self._say("the tests are still running; a save starts them again, Ctrl-C ends")
            return read_files(self.folder) != self.files

        return saved

    def _press(self, key: str | None) -> None:
        ids = list(load_problems())
        match key:
            case "a":
                self.run(ids)
            case "f":
                failed = [id_ for id_ in ids if self.progress.status(id_) == FAILED]
                self._say("" if failed else "no problem has failed so far")
                self.run(failed)
            case "n":
                self.run([self.focus] if self.focus else [])
            case "h":
                last = self.progress.verdicts.get(self.focus)
                text = (last and last.text) or "not run yet"
                self._say(f"\n{self.focus}\n" + textwrap.indent(text, "    "))
            case "o":
                self._open_handout()

    def _open_handout(self) -> None:
        section = load_problems()[self.focus].section if self.focus else "1"
        self._say(f"handout §{section}: {PAGE}")
        webbrowser.open(f"{PAGE.as_uri()}#{self.focus}")

    def _next(self) -> str:
        """Return the first problem that a CPU can judge and that has not passed."""
        for id_, problem in load_problems().items():
            if not problem.cuda and self.progress.status(id_) != PASSED:
                return id_
        return ""

    def _show_rows(self, rows: list[ProblemScore]) -> None:
        """Show a line for each problem, and the main failure of the first that failed."""
        if rows:
            self._say("")
        for row in rows:
            self._show_row(row)
        if failed := next((row for row in rows if row.status == FAILED), None):
            self._say(f"\n{failed.problem.id}\n{textwrap.indent(failed.text, '    ')}")

    def _show_row(self, row: ProblemScore) -> None:
        points = f"{row.points}/{row.problem.points}"
        step = next_step(row) if row.status in (TODO, NOT_RUN) else ""
        text = f"{row.problem.id:<28}{points:>6}  {row.status:<8} {step}"
        self._say(text.rstrip(), COLOURS[row.status])

    def _show_total(self, run: Run) -> None:
        problems = load_problems()
        passed = [id_ for id_ in problems if self.progress.status(id_) == PASSED]
        points = sum(problems[id_].points for id_ in passed)
        ran = [id_ for id_ in problems if self.progress.status(id_) in (PASSED, FAILED)]
        possible = sum(p.points for id_, p in problems.items() if not p.cuda or id_ in ran)
        for line in run.slow:
            self._say(line, COLOURS[TODO])
        self._say(f"\n{points} of {possible} points so far · {run.seconds:.2f} s")
        if self.focus:
            problem = problems[self.focus]
            file = f"cs336_basics/{problem.module}.py"
            self._say(f"next: {self.focus}, “{problem.title}”, handout §{problem.section}, {file}")
        else:
            self._say("every problem that runs without a GPU has passed", COLOURS[PASSED])
            self._say("to hand in, zip adapters.py and cs336_basics/")

    def _say(self, text: str, colour: str = "") -> None:
        width = shutil.get_terminal_size().columns
        unwanted = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        plain = not colour or not sys.stdout.isatty() or unwanted
        links = shows_links(sys.stdout.isatty())
        for line in text.splitlines() or [""]:
            for part in textwrap.wrap(line, width, subsequent_indent="    ") or [""]:
                part = with_links(part) if links else part
                print(part if plain else f"\x1b[{colour}m{part}\x1b[0m", flush=True)


def main() -> None:
    """Parse the arguments and watch."""
    parser = argparse.ArgumentParser(prog="python -m tests.watch", description=__doc__)
    parser.add_argument("--submission", type=Path, default=ROOT, help="the folder to watch")
    parser.add_argument("--seed", type=int, default=SEED, help="seed of all random inputs")
    arguments = parser.parse_args()
    if arguments.seed < 0:
        parser.error(f"--seed: {arguments.seed} is below 0")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a code page may lack “·” and “…”
    folder = arguments.submission.resolve()
    if missing := missing_part(folder):
        parser.error(f"{folder} has no {missing}; name a folder that has one")
    try:
        print("loading torch …", flush=True)
        warm_up()
        with single_keys():
            Watch(folder, arguments.seed).loop()
    except OSError as error:
        parser.exit(1, f"{parser.prog}: {error}\n")
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
