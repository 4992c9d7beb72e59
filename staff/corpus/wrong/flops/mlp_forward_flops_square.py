"""problem: mlp_forward_flops
hint: input width times its output width

Squares the first width of each layer.
"""


def mlp_forward_flops(batch, dims):
    dims = list(dims)
    if batch < 0:
        raise ValueError(f"batch: {batch}")
    if not dims or min(dims) < 0:
        raise ValueError(f"dims: {dims}")
    return sum(2 * batch * a * a for a in dims[:-1])
