"""Products of neighbours from squares: (a + b)² − a² − b² is 2ab."""

from fractions import Fraction


def mlp_forward_flops(batch, dims):
    if len(dims) < 1:
        raise ValueError(f"dims: {dims}")
    if batch < 0 or any(d < 0 for d in dims):
        raise ValueError(f"batch: {batch}, dims: {dims}")
    dims = [Fraction(int(d)) for d in dims]
    products = sum(((a + b) ** 2 - a**2 - b**2) / 2 for a, b in zip(dims, dims[1:]))
    return int(2 * int(batch) * products)
