"""The CUDA device that the tests run on, or the reason why there is none."""

import glob
import os
import sys
from collections.abc import Callable
from typing import Any

import pytest
import torch

from tests.harness.plugin.failure import NO_DEVICE, Failure
from tests.harness.plugin.scores import Measurement

MEASURED = pytest.StashKey[list[Measurement]]()


def no_cuda_reason(
    *,
    built_for: str | None = torch.version.cuda,
    visible: str | None = None,
    driver: bool | None = None,
    start: Callable[[], Any] = torch.cuda.init,
) -> Failure:
    """Return why there is no CUDA device, in one line.

    Args:
        built_for: the CUDA version that torch was built for; None if it was built without CUDA.
        visible: CUDA_VISIBLE_DEVICES; by default the environment's.
        driver: whether the NVIDIA driver is loaded; by default this is looked up.
        start: the function that initializes CUDA; its error is torch's reason.
    """
    if built_for is None:
        return _no_device(f"torch {torch.__version__} was built without CUDA")
    visible = os.environ.get("CUDA_VISIBLE_DEVICES") if visible is None else visible
    if visible is not None and visible.strip() in ("", "-1"):
        return _no_device(f"CUDA_VISIBLE_DEVICES={visible!r} hides all of them")
    if not (_has_driver() if driver is None else driver):
        return _no_device("this machine shows no NVIDIA GPU, or its driver is not loaded")
    try:
        start()
        reason = ""
    except Exception as error:
        reason = first_line(error)
    if "driver" in reason:
        return _no_device(reason)
    if visible and (not reason or "No CUDA GPUs" in reason):
        kind = "MIG slice" if "MIG" in visible else "device"
        return _no_device(f"CUDA_VISIBLE_DEVICES={visible} names no {kind} of this machine")
    return _no_device(reason or "torch cannot use it")


def _no_device(reason: str) -> Failure:
    return Failure(reason, kind=NO_DEVICE)


def first_line(error: Exception) -> str:
    """Return the first line of an error's text; its type if the text is empty."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _has_driver() -> bool:
    nodes = glob.glob("/dev/nvidia[0-9]*") or glob.glob("/dev/dxg")
    return sys.platform != "linux" or bool(nodes)


def device_line() -> str:
    """Return a line that names the CUDA device, and says how to choose another."""
    name, count = torch.cuda.get_device_name(), torch.cuda.device_count()
    text = f"CUDA tests run on {name}"
    if count > 1:
        text += f", the first of {count}; CUDA_VISIBLE_DEVICES chooses another"
    if "MIG" in name:
        text += ", a slice of a device: its peak is not known"
    return text
