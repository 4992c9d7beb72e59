"""Throughput: what a device promises, and what it does. Handout §6."""

# BEGIN SOLUTION
import math
import statistics
import time
from collections.abc import Callable
from fractions import Fraction

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
    work is done: let CUDA events in the stream mark its begin and end, or synchronize.

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


def op_cost(op: str, sizes: tuple[int, ...] | list[int], dtype: torch.dtype) -> tuple[int, int]:
    """Return the FLOPs of an operation and the bytes that it moves at least.

    Every operand is read once, and every result is written once. In bfloat16,
    `op_cost("matvec", (4, 3), torch.bfloat16)` is (24, 38): 2·4·3 FLOPs, and 2 bytes for each of
    12 elements of the matrix, 3 of the vector and 4 of the result.

    Args:
        op: "add" (sizes n: n FLOPs), "relu" (n: n FLOPs), "dot" (n: 2n FLOPs), "matvec" (m, n:
            2mn FLOPs) or "matmul" (m, k, n: 2mkn FLOPs).
        sizes: the sizes of op, in this order, each 0 or more. A sum over no elements is 0, which
            is written too.
        dtype: the dtype of all operands and results; any one counts by its itemsize.

    Returns:
        FLOPs and bytes.

    Raises:
        ValueError: op is unknown, or sizes has not as many entries as op takes, or a negative one.

    Handout §6.3.
    """
    # BEGIN SOLUTION roofline
    if op not in COSTS:
        raise ValueError(f"op must be one of {', '.join(COSTS)}, got {op!r}")
    count, cost = COSTS[op]
    if len(sizes) != count or min(sizes) < 0:
        raise ValueError(f"sizes of {op} must be {count} numbers of 0 or more, got {sizes}")
    flops, elements = cost(*map(int, sizes))
    return flops, elements * dtype.itemsize
    # END SOLUTION


def roofline_seconds(
    flops: float, bytes_moved: float, flop_per_sec: float, bytes_per_sec: float
) -> float:
    """Return the seconds that an operation takes at least.

    A device computes and moves bytes at the same time, so the slower of the two decides. 6e12
    FLOPs and 2e9 bytes take 0.006 seconds at 1e15 FLOP/s and 4e12 bytes/s, where moving alone
    would take 0.0005.

    Args:
        flops: work in FLOPs, 0 or more.
        bytes_moved: bytes read and written, 0 or more.
        flop_per_sec: speed of computing in FLOP/s, above 0.
        bytes_per_sec: speed of memory in bytes/s, above 0.

    Returns:
        Seconds.

    Raises:
        ValueError: flops or bytes_moved is negative, or a speed is not above 0.

    Handout §6.3.
    """
    # BEGIN SOLUTION roofline
    for name, amount in (("flops", flops), ("bytes_moved", bytes_moved)):
        if amount < 0:
            raise ValueError(f"{name} must be 0 or more, got {amount}")
    _check_above_0(flop_per_sec=flop_per_sec, bytes_per_sec=bytes_per_sec)
    return max(flops / flop_per_sec, bytes_moved / bytes_per_sec)
    # END SOLUTION


def compute_bound_batch(
    d_in: int, d_out: int, dtype: torch.dtype, flop_per_sec: float, bytes_per_sec: float
) -> int | None:
    """Return the smallest batch for which a linear layer is not limited by memory.

    The layer is `x @ w`, where x has B rows of d_in and w has d_in rows of d_out: FLOPs and bytes
    are those of `op_cost("matmul", (B, d_in, d_out), dtype)`. Computing takes at least as long as
    moving from this B on. For two widths of 4096 in bfloat16 on an H100 SXM, with 989.5e12 FLOP/s
    and 3.35e12 bytes/s, it is 346. A layer of 256 × 256 is limited by memory for every B.

    Args:
        d_in: input width, 1 or more.
        d_out: output width, 1 or more.
        dtype: the dtype of x, w and the result.
        flop_per_sec: speed of computing in FLOP/s, above 0; a float counts as the binary number
            that it is.
        bytes_per_sec: speed of memory in bytes/s, above 0, likewise.

    Returns:
        The batch size, exact at any size, or None where no batch is large enough.

    Raises:
        ValueError: a width is below 1, or a speed is not above 0.

    Handout §6.4.
    """
    # BEGIN SOLUTION
    for name, size in (("d_in", d_in), ("d_out", d_out)):
        if size < 1:
            raise ValueError(f"{name} must be 1 or more, got {size}")
    _check_above_0(flop_per_sec=flop_per_sec, bytes_per_sec=bytes_per_sec)
    d_in, d_out = int(d_in), int(d_out)
    second_per_flop = 1 / Fraction(flop_per_sec)
    second_per_element = dtype.itemsize / Fraction(bytes_per_sec)
    # B · compute ≥ B · rows + weight
    compute = 2 * d_in * d_out * second_per_flop
    rows = (d_in + d_out) * second_per_element
    weight = d_in * d_out * second_per_element
    return math.ceil(weight / (compute - rows)) if compute > rows else None
    # END SOLUTION


# BEGIN SOLUTION
# How many sizes; then FLOPs, and elements that are read or written.
COSTS: dict[str, tuple[int, Callable[..., tuple[int, int]]]] = {
    "add": (1, lambda n: (n, 3 * n)),
    "relu": (1, lambda n: (n, 2 * n)),
    "dot": (1, lambda n: (2 * n, 2 * n + 1)),
    "matvec": (2, lambda m, n: (2 * m * n, m * n + n + m)),
    "matmul": (3, lambda m, k, n: (2 * m * k * n, m * k + k * n + m * n)),
}


def _check_above_0(**speeds: float) -> None:
    for name, speed in speeds.items():
        if speed <= 0:
            raise ValueError(f"{name} must be above 0, got {speed}")


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
