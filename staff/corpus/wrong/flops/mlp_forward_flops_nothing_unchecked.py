"""problem: mlp_forward_flops
hint: but the call returned

Returns 0 for no rows and for no layers before it looks at the sizes.
"""

_right = mlp_forward_flops


def mlp_forward_flops(batch, dims):
    if batch == 0 or len(dims) == 1:
        return 0
    return _right(batch, dims)
