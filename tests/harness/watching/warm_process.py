"""Importing this makes a process that runs of the suite can be forked from: see warm.py."""

import gc
import io
from contextlib import redirect_stdout

import pytest
import torch

from tests.harness.watching.warm import ROOT, pytest_arguments

torch.set_num_threads(1)  # a fork of a process that has used OpenMP threads would hang
weight = torch.zeros(1, requires_grad=True)
weight.grad = torch.zeros(1)
torch.optim.SGD([weight]).step()
with redirect_stdout(io.StringIO()):
    pytest.main([*pytest_arguments(ROOT, 0), "--collect-only"])
gc.freeze()  # what is loaded stays loaded: forks need not look through it for garbage
