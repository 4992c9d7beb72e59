"""What of the process a call could leave changed for all that comes after it."""

import gc
import os
import sys
from typing import Any

import torch

DEVICES = ("cpu", "cuda")
Switches = dict[str, Any]
_IMPORTED = "how much of the submission is imported"


def switches() -> Switches:
    """Return how the process's switches stand."""
    return {
        "torch's default dtype": torch.get_default_dtype(),
        "torch's default device": torch.get_default_device(),
        "torch.is_grad_enabled()": torch.is_grad_enabled(),
        "whether autocast is on": any(map(torch.is_autocast_enabled, DEVICES)),
        "the working folder": _working_folder(),
        _IMPORTED: sum(name.startswith("cs336_basics") for name in sys.modules),
    }


def put_back(before: Switches) -> str:
    """Say what stands otherwise than before, "" where nothing does, and put all of it back.

    Where the submission was imported meanwhile nothing is said, since that is no call's doing.
    """
    after = switches()
    changed = [name for name in before if after[name] != before[name] and name != _IMPORTED]
    if not changed:
        return ""
    switch_off()
    os.chdir(before["the working folder"])
    if after[_IMPORTED] != before[_IMPORTED]:
        return ""
    name = changed[0]
    return f"the call left {name} at {after[name]}; it was {before[name]}: put it back"


def switch_off() -> None:
    """Give torch's switches, and Python's, the values that they have in a new process."""
    gc.enable()
    torch.set_default_dtype(torch.float32)
    torch.set_default_device(None)
    torch.set_grad_enabled(True)
    torch.set_anomaly_enabled(False)
    if torch.are_deterministic_algorithms_enabled():  # on a GPU even matmuls may raise then
        torch.use_deterministic_algorithms(False)
    for device in DEVICES:
        torch.set_autocast_enabled(device, False)


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was removed
        return "/"
