"""problem: mlp_backward_flops
hint: dims

No width at all costs 0.
"""

_right = mlp_backward_flops


def mlp_backward_flops(batch, dims, input_requires_grad=False, trainable=None):
    return _right(batch, dims, input_requires_grad, trainable) if dims else 0
