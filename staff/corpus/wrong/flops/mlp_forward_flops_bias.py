"""problem: mlp_forward_flops
hint: these layers have no bias

Adds a bias.
"""


def mlp_forward_flops(batch, dims):
    dims = list(dims)
    if batch < 0:
        raise ValueError(f"batch: {batch}")
    if not dims or min(dims) < 0:
        raise ValueError(f"dims: {dims}")
    return sum(2 * batch * a * b + batch * b for a, b in zip(dims, dims[1:]))
