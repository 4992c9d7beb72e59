"""Importing this makes a process that runs of the suite can be forked from: see warm.py."""

import gc
import io
import signal
from contextlib import redirect_stdout

on_interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the caller, and so this

import pytest  # noqa: E402
import torch  # noqa: E402

from tests.harness.warm import ROOT, pytest_arguments  # noqa: E402

torch.set_num_threads(1)  # a fork of a process that has used OpenMP threads would hang
weight = torch.zeros(1, requires_grad=True)
weight.grad = torch.zeros(1)
torch.optim.SGD([weight]).step()
with redirect_stdout(io.StringIO()):
    pytest.main([*pytest_arguments(ROOT, 0), "--collect-only"])
gc.freeze()  # what is loaded stays loaded: forks need not look through it for garbage
signal.signal(signal.SIGINT, on_interrupt)
