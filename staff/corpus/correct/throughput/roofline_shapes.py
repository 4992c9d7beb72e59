"""Lists the shapes of operands and result, and adds them up; compares intensity and corner."""

import math
import operator


def op_cost(op, sizes, dtype):
    sizes = [operator.index(size) for size in sizes]
    for size in sizes:
        if size < 0:
            raise ValueError(f"sizes has the negative size {size}")
    match op, sizes:
        case "add", [n]:
            flops, shapes = n, [(n,)] * 3
        case "relu", [n]:
            flops, shapes = n, [(n,)] * 2
        case "dot", [n]:
            flops, shapes = 2 * n, [(n,), (n,), ()]
        case "matvec", [m, n]:
            flops, shapes = 2 * m * n, [(m, n), (n,), (m,)]
        case "matmul", [m, k, n]:
            flops, shapes = 2 * m * k * n, [(m, k), (k, n), (m, n)]
        case "add" | "relu" | "dot" | "matvec" | "matmul", _:
            raise ValueError(f"sizes {sizes} are too many or too few for {op}")
        case _:
            raise ValueError(f"no op is named {op}")
    return flops, dtype.itemsize * sum(map(math.prod, shapes))


def roofline_seconds(flops, bytes_moved, flop_per_sec, bytes_per_sec):
    for name, value, least in (
        ("flops", flops, 0),
        ("bytes_moved", bytes_moved, 0),
        ("flop_per_sec", flop_per_sec, None),
        ("bytes_per_sec", bytes_per_sec, None),
    ):
        if value < 0 or value == 0 and least is None:
            raise ValueError(f"{name} is {value}")
    if flops * bytes_per_sec >= bytes_moved * flop_per_sec:
        return float(flops / flop_per_sec)
    return float(bytes_moved / bytes_per_sec)
