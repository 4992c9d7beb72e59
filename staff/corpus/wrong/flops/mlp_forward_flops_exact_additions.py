"""problem: mlp_forward_flops
hint: not 2·k − 1

One addition fewer than products.
"""


def mlp_forward_flops(batch, dims):
    if batch < 0:
        raise ValueError(f"batch {batch}")
    if len(dims) == 0 or min(dims) < 0:
        raise ValueError(f"dims {dims}")
    return sum(batch * b * (2 * a - 1) for a, b in zip(dims, dims[1:]))
