"""problem: mlp_forward_flops
hint: counts products alone

Without the factor 2.
"""


def mlp_forward_flops(batch, dims):
    dims = list(dims)
    if batch < 0:
        raise ValueError(f"batch: {batch}")
    if not dims or min(dims) < 0:
        raise ValueError(f"dims: {dims}")
    return sum(batch * a * b for a, b in zip(dims, dims[1:]))
