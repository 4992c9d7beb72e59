"""Keep a judge for a whole class: replaced when it dies; with GPUs, one for each."""

import os
import queue
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from functools import reduce
from pathlib import Path

from cs336_staff.judge import Judge, JudgeFailed, JudgeSettings, Shortcut
from cs336_staff.judge.host.protection import gpu_files
from cs336_staff.judge.host.work_queue import join
from cs336_staff.results.verdict import COMPLETED, Verdict
from tests.harness.plugin.problems import load_problems

JudgeCall = Callable[[Path, int], Verdict]  # a submission, and how many wait
MakeJudge = Callable[[int], AbstractContextManager[JudgeCall]]


class JudgeLost(RuntimeError):
    """The judge died, and another one does not start."""


class KeptJudge:
    """A judge that is replaced when it has died; for several threads at a time."""

    def __init__(self, make_judge: MakeJudge, seed: int, submissions: int) -> None:
        """Keep a judge.

        Args:
            make_judge: makes one, for a seed.
            seed: of all random inputs.
            submissions: how many it is to judge.
        """
        self._waiting = submissions
        self._make = lambda: make_judge(seed)
        self._lock = threading.Lock()
        self._closed = False

    def __enter__(self) -> "KeptJudge":
        self._open()
        return self

    def _open(self) -> None:
        self._stack = ExitStack()
        self._judge = self._stack.enter_context(self._make())

    def __call__(self, submission: Path) -> Verdict:
        """Judge a submission; a JudgeFailed is raised, and the next one has a new judge."""
        with self._lock:
            judge, self._waiting = self._judge, max(self._waiting - 1, 0)
        try:
            return judge(submission, self._waiting)
        except JudgeFailed:
            with self._lock:
                if self._judge is judge and not self._closed:
                    self._renew()
            raise

    def _renew(self) -> None:
        try:
            self._stack.close()
            self._open()
        except Exception as error:
            raise JudgeLost(f"the judge died and does not start again: {error}") from error

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._closed = True
            self._stack.close()


def make_judges(settings: JudgeSettings) -> MakeJudge:
    """Return a function that makes judges with these settings, for `grade_class`."""

    @contextmanager
    def make(seed: int) -> Iterator[JudgeCall]:
        with judging(replace(settings, seed=seed)) as grade:
            yield lambda submission, waiting: grade(submission, waiting=waiting)

    return make


@contextmanager
def judging(settings: JudgeSettings) -> Iterator[Callable[..., Verdict]]:
    """Run a judge, or with GPUs several; yield what grades as `Judge.grade` does."""
    if gpus := visible_gpus():
        with _on_gpus(settings, gpus) as grade:
            yield grade
    else:
        with Judge(settings) as judge:
            yield judge.grade


@contextmanager
def _on_gpus(settings: JudgeSettings, gpus: list[str]) -> Iterator[Callable[..., Verdict]]:
    """Run the CUDA problems one submission to a GPU, and beside them the others on the CPU.

    The problems of a submission do not share its GPU either: each is timed alone.
    """
    every = load_problems()
    free: queue.SimpleQueue[Judge] = queue.SimpleQueue()
    with ExitStack() as stack:
        for gpu in gpus:
            free.put(stack.enter_context(Judge(replace(settings, parts=1), gpus=gpu)))
        cpu = stack.enter_context(Judge(replace(settings, require_cuda=False), gpus=""))

        def grade(
            submission: Path,
            *,
            problems: Collection[str] = (),
            shortcut: Shortcut | None = None,
            waiting: int = 0,
        ) -> Verdict:
            wanted = [every[id_] for id_ in problems or every]
            on_cpu = [problem.id for problem in wanted if not problem.cuda]
            on_gpu = [problem.id for problem in wanted if problem.cuda]
            found = []
            if on_cpu:
                found.append(
                    cpu.grade(submission, problems=on_cpu, shortcut=shortcut, waiting=waiting)
                )
            if on_gpu:
                judge = free.get()
                try:
                    found.append(
                        judge.grade(submission, problems=on_gpu, shortcut=shortcut, waiting=waiting)
                    )
                finally:
                    free.put(judge)
            return reduce(merged, found)

        yield grade


def merged(first: Verdict, second: Verdict) -> Verdict:
    """Return one verdict of two runs of the same submission on different problems."""
    tests = [*first.scores.tests, *second.scores.tests]
    return replace(
        first,
        scores=join({test.id: test.problem for test in tests}, tests),
        measured=[*first.measured, *second.measured],
        ended=second.ended if first.ended == COMPLETED else first.ended,
        reason=first.reason or second.reason,
        seconds=first.seconds + second.seconds,
        versions={**first.versions, **second.versions},
    )


def visible_gpus() -> list[str]:
    """Return the GPUs as CUDA_VISIBLE_DEVICES names them, without a CUDA context in here."""
    if (chosen := os.environ.get("CUDA_VISIBLE_DEVICES")) is not None:
        return [gpu.strip() for gpu in chosen.split(",") if gpu.strip() not in ("", "-1")]
    if not shutil.which("nvidia-smi"):  # as in some containers
        return _counted_by_torch() if gpu_files() else []
    listing = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=False)
    if listing.returncode:
        return []
    gpus: list[str] = []
    for uuid in re.findall(r"^ *(?:GPU|MIG) .*\(UUID: ([^)\s]+)", listing.stdout, re.MULTILINE):
        if uuid.startswith("MIG-") and gpus and gpus[-1].startswith("GPU-"):
            gpus.pop()  # a device that is divided into slices cannot be used itself
        gpus.append(uuid)
    if any(uuid.startswith("MIG-") for uuid in gpus):
        return gpus  # CUDA then numbers one slice only, and no other device
    return [str(index) for index in range(len(gpus))]


def _counted_by_torch() -> list[str]:
    program = "import torch; print(*range(torch.cuda.device_count()))"
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()
