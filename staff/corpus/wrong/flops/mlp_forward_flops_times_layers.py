"""problem: mlp_forward_flops
hint: multiplies the sum by their number

Multiplies the sum over the layers by their number.
"""

_right = mlp_forward_flops


def mlp_forward_flops(batch, dims):
    return _right(batch, dims) * (len(dims) - 1)
