"""A server that has torch loaded and runs modules in forks of itself: see suite_runs.

Each line of its input is a run as JSON; it answers with a line that holds the exit code. A run is
like one in a new Python, without the import of torch, which takes longer than most runs.
"""

import gc
import json
import os
import runpy
import sys
import traceback

import einops  # noqa: F401
import pytest  # noqa: F401
import torch  # noqa: F401


def run(module: str, arguments: list[str], folder: str, out: str, err: str, env: dict) -> int:
    """Run a module as `python -m` does, in a folder, with its output in two files."""
    for descriptor, path in enumerate((os.devnull, out, err)):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT), descriptor)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    sys.path[0] = folder
    sys.argv = [module, *arguments]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        return int(end.code or 0)
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


gc.freeze()  # so that forks' garbage collection skips all that is loaded
for line in sys.stdin:
    child = os.fork()
    if not child:
        os._exit(run(**json.loads(line)))  # unloading torch would take half a second
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
