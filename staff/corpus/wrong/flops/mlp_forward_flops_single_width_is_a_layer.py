"""problem: mlp_forward_flops

One width is a square layer.
"""


def mlp_forward_flops(batch, dims):
    dims = list(dims)
    if batch < 0:
        raise ValueError(f"batch: {batch}")
    if not dims or min(dims) < 0:
        raise ValueError(f"dims: {dims}")
    return (
        sum(2 * batch * a * b for a, b in zip(dims, dims[1:]))
        if len(dims) > 1
        else 2 * batch * dims[0] ** 2
    )
