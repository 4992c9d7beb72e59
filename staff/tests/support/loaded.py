"""A Python that has torch loaded and runs modules in forks of itself: see suite_runs.

Of each line of its input it makes a run, and answers with a line that holds the run's exit code. A
run is what it would be in a Python of its own, but that it need not load torch, which takes longer
than most runs.
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
    """Run a module as `python -m` does, in a folder, its output written to two files."""
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


gc.freeze()  # a fork need not look through what is loaded for garbage
for line in sys.stdin:
    child = os.fork()
    if not child:
        os._exit(run(**json.loads(line)))  # for taking torch down takes half a second
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
