"""The settings of the process that a call or an import could leave changed for later calls."""

import gc
import os
from contextlib import suppress
from typing import Any

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
