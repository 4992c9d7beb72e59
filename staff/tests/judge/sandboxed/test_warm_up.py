"""The fork server does once what each problem process would do first.

But for what starts CUDA: a process that has started it has no forks that can.
"""

import subprocess
import sys

import pytest
import torch

from cs336_staff.judge import JudgeSettings, SandboxUnavailable
from cs336_staff.judge.host import protection as sandbox
from cs336_staff.judge.host.protection import ForkServer
from cs336_staff.paths import ROOT

PROBE = """
import sys
from cs336_staff.judge.sandboxed.warm_up import warm_up
warm_up(train=True)
from cs336_staff.judge.sandboxed.serve import _reset
loaded = set(sys.modules)
_reset(336)
print(*sorted(set(sys.modules) - loaded), *sorted({"pytest", "sympy", "torch._inductor"} & loaded))
"""


def test_a_test_begins_without_loading_a_library_and_none_is_loaded_needlessly():
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
from cs336_staff.judge.sandboxed.warm_up import warm_up
warm_up(train=False)
"""


def test_beside_a_gpu_the_fork_server_does_not_start_cuda():
    run = subprocess.run(
        [sys.executable, "-c", BESIDE_A_GPU], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert run.returncode == 0, run.stderr


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a CUDA device")
@pytest.mark.parametrize("level", ["namespaces", "none"])
def test_a_required_device_that_problems_cannot_use_is_reported_before_any_is_graded(level):
    workers = ForkServer(JudgeSettings(seed=1, protection=level), gpu=True)
    said = "Torch not compiled with CUDA|Found no NVIDIA driver"  # as torch was built
    with pytest.raises(SandboxUnavailable, match=said) as raised:
        workers.wait_until_ready()
    assert "cannot start CUDA" in str(raised.value) and "bubblewrap" not in str(raised.value)


NO_LIBRARY = """
class Finder:
    def find_spec(name, path=None, target=None):
        if name == "torch":
            raise ImportError("libcudart.so.13: cannot open shared object file: No such file")
sys.meta_path.insert(0, Finder)
"""


@pytest.mark.parametrize(("level", "advised"), [("namespaces", True), ("none", False)])
def test_torch_that_cannot_be_loaded_is_reported_with_what_would_help(monkeypatch, level, advised):
    _run_first(monkeypatch, NO_LIBRARY)
    workers = ForkServer(JudgeSettings(1, level), gpu=False)
    workers.wait_until_tried()
    with pytest.raises(SandboxUnavailable, match="ended: ImportError: libcudart") as raised:
        workers.wait_until_ready()
    said = str(raised.value)
    assert ("links to other folders" in said) == advised
    assert "Traceback" not in said and "bubblewrap" not in said


CUDA_STARTS = """
import torch
from cs336_staff.judge.sandboxed.isolation import Isolation
from cs336_staff.judge.sandboxed.warm_up import try_cuda
torch.ones = lambda size, device: torch.zeros(size)
try_cuda(Isolation())
print("goes on")
"""


def test_where_cuda_starts_the_fork_server_goes_on():
    run = subprocess.run(
        [sys.executable, "-c", CUDA_STARTS], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert run.stdout.split() == ["goes", "on"]


TAKES_ONE_PROCESS = """
import fcntl, sys
import torch
from cs336_staff.judge.sandboxed.isolation import Isolation
from cs336_staff.judge.sandboxed.warm_up import try_cuda

def starts(size, device):
    held = open(sys.argv[1], "w")  # each process opens it itself, as it would the device
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise RuntimeError("CUDA-capable device(s) is/are busy or unavailable")
    kept.append(held)
    return torch.zeros(size)

kept = []
torch.ones = starts
try_cuda(Isolation())
print("goes on")
"""


def test_a_device_that_takes_one_process_is_none_to_grade_on(tmp_path):
    command = [sys.executable, "-c", TAKES_ONE_PROCESS, str(tmp_path / "device")]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert run.stdout == "" and run.returncode
    assert "busy or unavailable" in run.stderr and "cannot start CUDA" in run.stderr


# What drivers from 570 on do in cuInit, which ends with error 304 if they cannot. The traces are
# in https://github.com/NVIDIA/OpenShell/issues/1486 and 1696.
AS_THE_DRIVER_DOES = """
import os, threading, torch
ones = torch.ones
def starts(*size, device=None):
    if device is None:
        return ones(*size)
    os.memfd_create("memory")
    thread = threading.Thread(target=threading.Event().wait, daemon=True)
    thread.start()
    with open(f"/proc/self/task/{thread.native_id}/comm", "w") as name:
        name.write("cuda-EvtHandlr")
    assert os.listdir("/sys/devices/system/cpu")
    return ones(*size)
torch.ones = starts
"""


def test_the_sandbox_lets_the_driver_do_what_it_does_as_cuda_starts(monkeypatch):
    _run_first(monkeypatch, AS_THE_DRIVER_DOES)
    monkeypatch.setattr(sandbox, "gpu_files", lambda: ["/dev/zero"])  # it need only be there
    workers = ForkServer(JudgeSettings(1, "namespaces"), gpu=True)
    try:
        workers.wait_until_ready()
    finally:
        workers.stop()


def _run_first(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Have fork servers run some code before their own."""
    made = sandbox._command

    def command(*given):
        words, environment = made(*given)
        return [*words[:-1], words[-1].replace("main(", f"exec({code!r}); main(")], environment

    monkeypatch.setattr(sandbox, "_command", command)
