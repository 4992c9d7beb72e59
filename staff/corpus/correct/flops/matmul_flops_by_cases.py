"""A case for each pair of ranks."""

from math import prod


def matmul_flops(a_shape, b_shape):
    a, b = [int(n) for n in a_shape], [int(n) for n in b_shape]
    if not a or not b or min(a + b) < 0:
        raise ValueError(f"a_shape={tuple(a)} and b_shape={tuple(b)} cannot be multiplied")
    rows = a[-2] if len(a) > 1 else 1
    columns = b[-1] if len(b) > 1 else 1
    inner = b[-2] if len(b) > 1 else b[0]
    if a[-1] != inner:
        raise ValueError(f"inner dims of a_shape={tuple(a)} and b_shape={tuple(b)} differ")
    left, right = a[:-2], b[:-2]
    width = max(len(left), len(right))
    left, right = [1] * (width - len(left)) + left, [1] * (width - len(right)) + right
    batch = []
    for m, n in zip(left, right):
        if m != n and 1 not in (m, n):
            raise ValueError(f"batch dims of a_shape={tuple(a)} and b_shape={tuple(b)} differ")
        batch.append(n if m == 1 else m)
    return 2 * prod(batch) * rows * inner * columns
