"""Load all that a run of the suite needs. The server process of warm.py imports this module."""

import gc
import io
from contextlib import redirect_stdout

import pytest
import torch

from tests.harness.watching.warm import ROOT, ignore_other_plugins, pytest_arguments

torch.set_num_threads(1)  # a fork of a process that used OpenMP threads hangs
weight = torch.zeros(1, requires_grad=True)
weight.grad = torch.zeros(1)
torch.optim.SGD([weight]).step()
ignore_other_plugins()
with redirect_stdout(io.StringIO()):
    pytest.main([*pytest_arguments(ROOT, 0), "--collect-only"])
gc.freeze()  # so that the forks' garbage collection skips all that is loaded
