"""problem: mlp_forward_flops
hint: multiplies all widths

Multiplies all widths.
"""


def mlp_forward_flops(batch, dims):
    dims = list(dims)
    if batch < 0:
        raise ValueError(f"batch: {batch}")
    if not dims or min(dims) < 0:
        raise ValueError(f"dims: {dims}")
    return 2 * batch * __import__("math").prod(dims) if len(dims) > 1 else 0
