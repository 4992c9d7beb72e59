"""Takes dot and matvec for thin matrix multiplications; returns a list."""


def op_cost(op, sizes, dtype):
    known = {"add": 1, "relu": 1, "dot": 1, "matvec": 2, "matmul": 3}
    if op not in known:
        raise ValueError(f"op {op!r} is unknown")
    if len(sizes) != known[op] or any(size < 0 for size in sizes):
        raise ValueError(f"sizes {list(sizes)} do not fit {op}")
    sizes = [int(size) for size in sizes]
    if op in ("add", "relu"):
        (n,) = sizes
        return [n, n * (3 if op == "add" else 2) * dtype.itemsize]
    m, k, n = {"dot": [1, *sizes, 1], "matvec": [*sizes, 1], "matmul": sizes}[op]
    return [2 * m * k * n, (m * k + k * n + m * n) * dtype.itemsize]
