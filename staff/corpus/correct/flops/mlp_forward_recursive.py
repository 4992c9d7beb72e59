"""Recursion over the layers."""


def mlp_forward_flops(batch, dims):
    if len(dims) == 0:
        raise ValueError(f"dims is empty: {dims}")
    if batch < 0:
        raise ValueError(f"batch must not be {batch}")
    if any(d < 0 for d in dims):
        raise ValueError(f"dims has a negative width: {dims}")
    if len(dims) == 1:
        return 0
    return 2 * int(batch) * int(dims[0]) * int(dims[1]) + mlp_forward_flops(batch, dims[1:])
