"""The settings of the process that a call or an import could leave changed for later calls."""

import gc
import hashlib
import os
import pickle
import random
import re
import tracemalloc
from contextlib import suppress
from types import TracebackType
from typing import Any

import numpy as np
import torch

DEVICES = ("cpu", "cuda")
Switches = dict[str, Any]


def switches() -> Switches:
    """Return how the process's switches stand."""
    return {
        "torch's default dtype": torch.get_default_dtype(),
        "torch's default device": torch.get_default_device(),
        "torch.is_grad_enabled()": torch.is_grad_enabled(),
        "whether autocast is on": any(map(torch.is_autocast_enabled, DEVICES)),
        "the working folder": _working_folder(),
    }


def put_back(before: Switches) -> str:
    """Say what stands otherwise than before, "" where nothing does, and put all of it back."""
    after = switches()
    changed = [name for name in before if after[name] != before[name]]
    if not changed:
        return ""
    switch_off()
    with suppress(OSError):  # it may be gone
        os.chdir(before["the working folder"])
    name = changed[0]
    return f"the call left {name} at {after[name]}; it was {before[name]}: put it back"


def switch_off() -> None:
    """Give torch's switches, and Python's, the values that they have when a run begins."""
    gc.enable()
    if torch.get_num_threads() != 1:
        torch.set_num_threads(1)
    torch.set_default_dtype(torch.float32)
    torch.set_default_device(None)
    torch.set_grad_enabled(True)
    torch.set_anomaly_enabled(False)
    if torch.are_deterministic_algorithms_enabled():  # on a GPU even matmuls may raise then
        torch.set_deterministic_debug_mode("default")  # the same, without loading a compiler
    for device in DEVICES:
        torch.set_autocast_enabled(device, False)


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was removed
        return "/"


def seed_generators(seed: int) -> None:
    """Seed Python's, NumPy's and torch's global generators."""
    random.seed(seed)
    np.random.seed(seed % 2**32)
    torch.default_generator.manual_seed(seed)
    if torch.cuda.is_initialized():
        torch.cuda.manual_seed_all(seed)


def generator_digests() -> dict[str, str]:
    """Return a digest of the state of each of "python", "numpy" and "torch"."""
    states = {
        "python": pickle.dumps(random.getstate()),
        "numpy": pickle.dumps(np.random.get_state()),
        "torch": torch.get_rng_state().numpy().tobytes(),
    }
    return {name: hashlib.sha256(state).hexdigest()[:16] for name, state in states.items()}


_IN_MEMORY = re.compile(r"^Rss(?:File|Shmem):\s*(\d+) kB$", re.MULTILINE)


class PythonMemory:
    """Count within a `with` block.

    Attributes:
        peak_bytes: the peak of what Python and NumPy allocated.
        mapped_bytes: bytes of mapped files that were read and stay in memory; None where the system
            does not say (Linux does, in /proc).
    """

    def __init__(self) -> None:
        self.peak_bytes: int | None = None
        self.mapped_bytes: int | None = None

    def __enter__(self) -> "PythonMemory":
        """Begin to count."""
        self._before = _mapped_bytes()
        tracemalloc.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the count."""
        self.peak_bytes = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        after = _mapped_bytes()
        if self._before is not None and after is not None:
            self.mapped_bytes = max(0, after - self._before)


def _mapped_bytes() -> int | None:
    """Return how many bytes of the files that this process maps are in memory."""
    try:
        with open("/proc/self/status", encoding="utf-8") as status:
            found = _IN_MEMORY.findall(status.read())
    except OSError:
        return None
    return sum(map(int, found)) * 1024 if found else None
