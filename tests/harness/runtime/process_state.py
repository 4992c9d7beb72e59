"""The state of the process around a call: settings, random generators and memory."""

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

Settings = dict[str, Any]
_AUTOCAST_DEVICES = ("cpu", "cuda")
_RESIDENT_FILES = re.compile(r"^Rss(?:File|Shmem):\s*(\d+) kB$", re.MULTILINE)


def current_settings() -> Settings:
    """Return the process's settings that a call must leave unchanged, by name."""
    return {
        "torch's default dtype": torch.get_default_dtype(),
        "torch's default device": torch.get_default_device(),
        "torch.is_grad_enabled()": torch.is_grad_enabled(),
        "whether autocast is on": any(map(torch.is_autocast_enabled, _AUTOCAST_DEVICES)),
        "the working folder": _working_folder(),
    }


def restore_settings(before: Settings) -> str:
    """Restore settings; return a message about the first that had changed, "" if none had."""
    after = current_settings()
    changed = [name for name in before if after[name] != before[name]]
    if not changed:
        return ""
    reset_settings()
    with suppress(OSError):  # the folder may be gone
        os.chdir(before["the working folder"])
    name = changed[0]
    return f"the call left {name} at {after[name]}; it was {before[name]}: put it back"


def reset_settings() -> None:
    """Set torch's and Python's settings to the values that they have when a run begins."""
    gc.enable()
    if torch.get_num_threads() != 1:
        torch.set_num_threads(1)
    torch.set_default_dtype(torch.float32)
    torch.set_default_device(None)
    torch.set_grad_enabled(True)
    torch.set_anomaly_enabled(False)
    if torch.are_deterministic_algorithms_enabled():  # with these, even matmuls may raise on a GPU
        torch.set_deterministic_debug_mode("default")  # unlike its alias, imports no compiler
    for device in _AUTOCAST_DEVICES:
        torch.set_autocast_enabled(device, False)


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # the folder was removed
        return "/"


def seed_generators(seed: int) -> None:
    """Seed Python's, NumPy's and torch's global generators."""
    random.seed(seed)
    np.random.seed(seed % 2**32)
    torch.default_generator.manual_seed(seed)
    if torch.cuda.is_initialized():
        torch.cuda.manual_seed_all(seed)


def generator_digests() -> dict[str, str]:
    """Return digests of the states of the global generators "python", "numpy" and "torch"."""
    states = {
        "python": pickle.dumps(random.getstate()),
        "numpy": pickle.dumps(np.random.get_state()),
        "torch": torch.get_rng_state().numpy().tobytes(),
    }
    return {name: hashlib.sha256(state).hexdigest()[:16] for name, state in states.items()}


class PythonMemory:
    """Measure the memory that a `with` block uses.

    Attributes:
        peak_bytes: the peak of what Python and NumPy allocated.
        mapped_bytes: bytes of mapped files that were read and stay in memory; None where the system
            does not report them (Linux does, in /proc).
    """

    def __init__(self) -> None:
        self.peak_bytes: int | None = None
        self.mapped_bytes: int | None = None

    def __enter__(self) -> "PythonMemory":
        """Begin to measure."""
        self._before = _mapped_bytes()
        tracemalloc.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop measuring and set the attributes."""
        self.peak_bytes = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        after = _mapped_bytes()
        if self._before is not None and after is not None:
            self.mapped_bytes = max(0, after - self._before)


def _mapped_bytes() -> int | None:
    """Return how many bytes of this process's mapped files are in memory."""
    try:
        with open("/proc/self/status", encoding="utf-8") as status:
            found = _RESIDENT_FILES.findall(status.read())
    except OSError:
        return None
    return sum(map(int, found)) * 1024 if found else None
