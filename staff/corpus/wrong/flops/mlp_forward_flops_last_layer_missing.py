"""problem: mlp_forward_flops
hint: last layer is missing

Leaves the last layer out.
"""


def mlp_forward_flops(batch, dims):
    dims = list(dims)
    if batch < 0:
        raise ValueError(f"batch: {batch}")
    if not dims or min(dims) < 0:
        raise ValueError(f"dims: {dims}")
    return sum(2 * batch * a * b for a, b in zip(dims[:-1], dims[1:-1]))
