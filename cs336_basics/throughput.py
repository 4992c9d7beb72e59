"""Throughput: what a device promises, and what it does. Handout §6."""

import torch
from jaxtyping import Float
from torch import Tensor


def promised_flop_per_sec(device_name: str, dtype: torch.dtype) -> float:
    """Return the dense peak FLOP/s of a device, from the table in the handout.

    `promised_flop_per_sec("NVIDIA H100 80GB HBM3", torch.bfloat16)` is 989.5e12: the 1979e12
    that is advertised holds for structured sparsity, where two of every four weights are zeros.

    Args:
        device_name: what `torch.cuda.get_device_name()` returns, letter for letter. The handout
            lists such names; "NVIDIA A100-SXM4-80GB" is there, "NVIDIA A10" is not.
        dtype: float32 (the plain rate, without TF32), float16 or bfloat16. The last two have
            the same rate, but a T4 and a V100 have no unit for bfloat16.

    Returns:
        FLOP/s.

    Raises:
        ValueError: device_name is not in the handout's list (the message gives that list), or
            the device has no unit for dtype, or dtype is another one.

    Handout §6.1.
    """
    raise NotImplementedError("problem promised_flop_per_sec: see handout §6.1")


def time_matmul(
    a: Float[Tensor, "n k"], b: Float[Tensor, "k m"], warmup: int, repeats: int
) -> float:
    """Return the median seconds of one `a @ b`.

    First `warmup` multiplications whose time does not count, then `repeats` that are timed one
    by one: timed at 3, 1, 9 and 2 ms, the result is 0.0025. On a GPU a call returns before the
    work is done, so CUDA events in the stream mark its begin and end.

    Args:
        a: the left matrix, on the CPU or a CUDA device.
        b: the right matrix, on the same device.
        warmup: number of multiplications before the first timed one, 0 or more.
        repeats: number of timed multiplications, 1 or more.

    Returns:
        Seconds: the middle one of the sorted times, or the mean of the middle two.

    Raises:
        ValueError: warmup is negative, or repeats is below 1.

    Handout §6.2.
    """
    raise NotImplementedError("problem time_matmul: see handout §6.2")
