"""problem: mlp_forward_flops
hint: but the call returned

Takes negative sizes.
"""


def mlp_forward_flops(batch, dims):
    if not dims:
        raise ValueError(f"dims: {dims}")
    return sum(2 * batch * a * b for a, b in zip(dims, dims[1:]))
