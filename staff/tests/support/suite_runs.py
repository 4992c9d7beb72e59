"""Run the suite as a student does, and read the outcome."""

import functools
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from cs336_staff.paths import ROOT

PRELOADED = Path(__file__).with_name("preloaded_python.py")


def append(submission, code, module="cs336_basics/memory.py"):
    with (submission / module).open("a") as file:
        file.write("\n\n" + code)


def status(run):
    return {row.problem.id: row.status for row in run.scores.problems}


def messages(run, problem):
    return [test.text for test in run.scores.tests if test.problem == problem]


def run_pytest(*arguments, cache=None, folder=ROOT, fresh=False):
    """Run pytest in a folder: in a fork of a Python that has torch loaded, or in a fresh one."""
    kept = f"-ocache_dir={cache}" if cache else "-pno:cacheprovider"
    arguments = [kept, *map(str, arguments)]
    if fresh:
        command = [sys.executable, "-m", "pytest", *arguments]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return run_module("pytest", *arguments, folder=folder)


def run_module(module, *arguments, folder=ROOT):
    """Run a module as `python -m` does in a folder, in a fork of a Python that has torch loaded."""
    with tempfile.TemporaryDirectory() as place:
        out, err = Path(place, "out"), Path(place, "err")
        request = {"module": module, "arguments": arguments, "folder": str(folder)}
        request |= {"out": str(out), "err": str(err), "env": dict(os.environ)}
        server = _server()
        server.stdin.write(json.dumps(request) + "\n")
        server.stdin.flush()
        code = int(server.stdout.readline())
        return subprocess.CompletedProcess(arguments, code, out.read_text(), err.read_text())


@functools.cache
def _server():
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, PRELOADED], stdin=pipe, stdout=pipe, text=True)


def table(run):
    """Return the first word of each line of a run's output, and the words after it."""
    lines = [line.split() for line in run.stdout.splitlines() if line.strip()]
    return {first: " ".join(rest) for first, *rest in lines}
