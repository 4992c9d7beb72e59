"""Is there a CUDA device? Which one, or why not."""

import glob
import os
import sys
from collections.abc import Callable
from typing import Any

import pytest
import torch

from tests.harness.plugin.scores import NO_DEVICE

MEASURED = pytest.StashKey[list[dict[str, Any]]]()


def no_cuda_reason(
    *,
    built_for: str | None = torch.version.cuda,
    visible: str | None = None,
    driver: bool | None = None,
    start: Callable[[], Any] = torch.cuda.init,
) -> str:
    """Say why there is no CUDA device, in one line, and what to do.

    Args:
        built_for: the CUDA version that torch was built for, None without CUDA.
        visible: CUDA_VISIBLE_DEVICES; the environment's where not given.
        driver: whether the system shows an NVIDIA driver; looked up where not given.
        start: what starts CUDA, and raises what torch has to say.
    """
    if built_for is None:
        return f"{NO_DEVICE}: torch {torch.__version__} was built without CUDA"
    visible = os.environ.get("CUDA_VISIBLE_DEVICES") if visible is None else visible
    if visible is not None and visible.strip() in ("", "-1"):
        return f"{NO_DEVICE}: CUDA_VISIBLE_DEVICES={visible!r} hides all of them"
    if not (_shows_a_driver() if driver is None else driver):
        return f"{NO_DEVICE}: this machine shows no NVIDIA GPU, or its driver is not loaded"
    try:
        start()
        said = ""
    except Exception as error:
        said = _said(error)
    if "driver" in said:
        return f"{NO_DEVICE}: {said}"
    if visible and (not said or "No CUDA GPUs" in said):
        kind = "MIG slice" if "MIG" in visible else "device"
        return f"{NO_DEVICE}: CUDA_VISIBLE_DEVICES={visible} names no {kind} of this machine"
    return f"{NO_DEVICE}: {said or 'torch cannot use it'}"


def _said(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _shows_a_driver() -> bool:
    nodes = glob.glob("/dev/nvidia[0-9]*") or glob.glob("/dev/dxg")
    return sys.platform != "linux" or bool(nodes)


def device_line() -> str:
    """Say which device the CUDA tests run on, and what its choice or kind means."""
    name, count = torch.cuda.get_device_name(), torch.cuda.device_count()
    text = f"CUDA tests run on {name}"
    if count > 1:
        text += f", the first of {count}; CUDA_VISIBLE_DEVICES chooses another"
    if "MIG" in name:
        text += ", a slice of a device: its peak is not known"
    return text
