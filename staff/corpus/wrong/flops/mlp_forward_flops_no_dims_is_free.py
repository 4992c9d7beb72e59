"""problem: mlp_forward_flops
hint: dims

Takes no widths at all for no layer.
"""


def mlp_forward_flops(batch, dims):
    if batch < 0 or any(dim < 0 for dim in dims):
        raise ValueError(f"batch and dims must be 0 or more, got {batch} and {dims}")
    return sum(2 * batch * a * b for a, b in zip(dims, dims[1:]))
