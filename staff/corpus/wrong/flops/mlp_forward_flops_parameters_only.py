"""problem: mlp_forward_flops
hint: every row of the batch takes the work

Leaves the batch out.
"""


def mlp_forward_flops(batch, dims):
    dims = list(dims)
    if batch < 0:
        raise ValueError(f"batch: {batch}")
    if not dims or min(dims) < 0:
        raise ValueError(f"dims: {dims}")
    return sum(2 * a * b for a, b in zip(dims, dims[1:]))
