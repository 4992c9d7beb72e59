"""Compares times as fractions, and divides once at the end; asks an empty tensor for its width."""

from fractions import Fraction

_FLOPS = {"add": 1, "relu": 1, "dot": 2, "matvec": 2, "matmul": 2}
_LENGTHS = dict(zip(_FLOPS, (1, 1, 1, 2, 3)))


def op_cost(op, sizes, dtype):
    try:
        flops, length = _FLOPS[op], _LENGTHS[op]
    except KeyError:
        raise ValueError(f"unknown op: {op}; known: {list(_FLOPS)}") from None
    if len(sizes) != length:
        raise ValueError(f"{op} needs {length} sizes, got {len(sizes)}")
    elements = 0
    for i, size in enumerate(sizes):
        if size < 0:
            raise ValueError(f"sizes[{i}] is {size}")
        flops *= int(size)
    if op == "matmul":
        m, k, n = (int(size) for size in sizes)
        elements = m * (k + n) + k * n
    elif op == "matvec":
        m, n = (int(size) for size in sizes)
        elements = (m + 1) * (n + 1) - 1
    else:
        elements = int(sizes[0]) * {"add": 3, "relu": 2, "dot": 2}[op] + (op == "dot")
    return flops, elements * torch.empty(0, dtype=dtype).element_size()


def roofline_seconds(flops, bytes_moved, flop_per_sec, bytes_per_sec):
    if flops < 0 or bytes_moved < 0:
        raise ValueError(f"flops {flops} and bytes_moved {bytes_moved} must not be negative")
    if not (flop_per_sec > 0 and bytes_per_sec > 0):
        raise ValueError(f"flop_per_sec {flop_per_sec}, bytes_per_sec {bytes_per_sec}: not above 0")
    flops, moved, f, b = (
        Fraction(float(x)) for x in (flops, bytes_moved, flop_per_sec, bytes_per_sec)
    )
    return float(max(flops / f, moved / b))
