"""What each process of a problem would do first, their fork server has done: it is paid once.

But for what starts CUDA: a process that has started it has no forks that can.
"""

import subprocess
import sys

from cs336_staff.paths import ROOT

PROBE = """
import sys
from cs336_staff.judge.worker.warm import warm_up
warm_up(train=True)
from cs336_staff.judge.worker.serve import _reset
loaded = set(sys.modules)
_reset(336)
print(*sorted(set(sys.modules) - loaded))
"""


def test_a_test_begins_without_loading_a_library():
    run = subprocess.run(
        [sys.executable, "-c", PROBE], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert run.stdout.split() == []


BESIDE_A_GPU = """
import torch

def start(*args):
    raise AssertionError("this starts CUDA, and no fork of this process could use it then")

torch._C._accelerator_getAccelerator = lambda: torch.device("cuda")
torch._C._accelerator_getDeviceIndex = torch._C._accelerator_getStream = start
torch.cuda._lazy_init = torch.cuda.device_count = start
torch.cuda.is_available = lambda: True
torch.autograd.backward = start
from cs336_staff.judge.worker.warm import warm_up
warm_up(train=False)
"""


def test_beside_a_gpu_the_fork_server_does_not_start_cuda():
    run = subprocess.run(
        [sys.executable, "-c", BESIDE_A_GPU], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert run.returncode == 0, run.stderr
