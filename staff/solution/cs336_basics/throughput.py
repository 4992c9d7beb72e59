"""Throughput: what a device promises, and what it does. Handout §6."""

# BEGIN SOLUTION
import statistics
import time

# END SOLUTION
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
    # BEGIN SOLUTION
    if device_name not in PEAK_TFLOPS:
        known = ", ".join(PEAK_TFLOPS)
        raise ValueError(f"device_name {device_name!r} is unknown; known are {known}")
    peaks = PEAK_TFLOPS[device_name]
    if dtype not in peaks:
        known = ", ".join(map(str, peaks))
        raise ValueError(f"dtype {dtype} has no unit in {device_name}; it has them for {known}")
    return peaks[dtype] * 1e12
    # END SOLUTION


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
    # BEGIN SOLUTION
    if warmup < 0:
        raise ValueError(f"warmup must be 0 or more, got {warmup}")
    if repeats < 1:
        raise ValueError(f"repeats must be 1 or more, got {repeats}")
    for _ in range(warmup):
        torch.matmul(a, b)
    times = _cuda_seconds(a, b, repeats) if a.is_cuda else _cpu_seconds(a, b, repeats)
    return statistics.median(times)
    # END SOLUTION


# BEGIN SOLUTION
def _peaks(float32: float, float16: float, *, bfloat16: bool = True) -> dict[torch.dtype, float]:
    peaks = {torch.float32: float32, torch.float16: float16}
    return {**peaks, torch.bfloat16: float16} if bfloat16 else peaks


PEAK_TFLOPS = {
    "NVIDIA A100-SXM4-40GB": _peaks(19.5, 312),
    "NVIDIA A100-SXM4-80GB": _peaks(19.5, 312),
    "NVIDIA A100-PCIE-40GB": _peaks(19.5, 312),
    "NVIDIA A100 80GB PCIe": _peaks(19.5, 312),
    "NVIDIA H100 80GB HBM3": _peaks(67, 989.5),
    "NVIDIA H100 PCIe": _peaks(51, 756.5),
    "NVIDIA H200": _peaks(67, 989.5),
    "NVIDIA B200": _peaks(75, 2250),
    "NVIDIA L4": _peaks(30.3, 121),
    "NVIDIA L40S": _peaks(91.6, 362.05),
    "NVIDIA GeForce RTX 4090": _peaks(82.6, 165.2),
    "Tesla T4": _peaks(8.1, 65, bfloat16=False),
    "Tesla V100-SXM2-16GB": _peaks(15.7, 125, bfloat16=False),
    "Tesla V100-SXM2-32GB": _peaks(15.7, 125, bfloat16=False),
}


def _cpu_seconds(a: Tensor, b: Tensor, repeats: int) -> list[float]:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        torch.matmul(a, b)
        times.append(time.perf_counter() - start)
    return times


def _cuda_seconds(a: Tensor, b: Tensor, repeats: int) -> list[float]:
    """Time by events, and synchronize once at the end, so that no launch is waited for."""
    times = []
    with torch.cuda.device(a.device):
        for _ in range(repeats):
            start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            torch.matmul(a, b)
            end.record()
            times.append((start, end))
        torch.cuda.synchronize()
    return [start.elapsed_time(end) / 1000 for start, end in times]


# END SOLUTION
