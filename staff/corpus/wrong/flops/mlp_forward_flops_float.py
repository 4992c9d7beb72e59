"""problem: mlp_forward_flops
hint: a float on the way has dropped digits

Sums floats: wrong past 2**53.
"""


def mlp_forward_flops(batch, dims):
    dims = list(dims)
    if batch < 0:
        raise ValueError(f"batch: {batch}")
    if not dims or min(dims) < 0:
        raise ValueError(f"dims: {dims}")
    return int(sum(2.0 * batch * a * b for a, b in zip(dims, dims[1:])))
