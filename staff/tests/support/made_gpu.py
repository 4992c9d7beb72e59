"""A fake GPU on the CPU, so that the code of the CUDA tests runs without a device.

It does not test CUDA itself: staff/benchmarks/GPU.md lists what only a device can show.
"""

import torch

from cs336_staff.paths import SOLUTION
from tests.harness.checks.gpu import Gpu
from tests.harness.checks.timing import HostClock
from tests.harness.plugin.adapters import Adapters, LocalCaller
from tests.harness.plugin.failure import Failure


class FakeClock:
    """A clock that advances only when a test sets it."""

    def __init__(self):
        self.now = 0.0

    def mark(self):
        return self.now

    def between(self, start, end):
        return end - start


class MadeGpu(Gpu):
    """A Gpu whose device is the CPU."""

    def __init__(self, capability=(9, 0), free=2**40, name="made GPU"):
        super().__init__(torch.device("cpu"), name, capability, 2**34, HostClock())
        self.free = free

    def synchronize(self):
        pass

    def free_bytes(self):
        return self.free

    def disable_tf32(self):
        pass

    def flush(self):
        pass


class NotRun(Exception):
    pass


def not_run(reason):
    raise NotRun(reason.text() if isinstance(reason, Failure) else reason)


def adapters_of(submission):
    """Return a submission's adapters, called in this process."""
    caller = LocalCaller(submission)
    caller.begin("a test", 0)
    return Adapters(caller, submission)


def reference_adapters():
    """Return the reference's adapters."""
    return adapters_of(SOLUTION)
