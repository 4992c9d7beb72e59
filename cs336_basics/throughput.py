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
    raise NotImplementedError("problem time_matmul: see handout §6.2")


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
    raise NotImplementedError("problem roofline: see handout §6.3")


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
    raise NotImplementedError("problem roofline: see handout §6.3")


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
    raise NotImplementedError("problem compute_bound_batch: see handout §6.4")
