"""problem: mlp_backward_flops
hint: but the call returned

Returns 0 for no layers before it looks at the sizes.
"""

_right = mlp_backward_flops


def mlp_backward_flops(batch, dims, input_requires_grad=False, trainable=None):
    if len(dims) == 1:
        return 0
    return _right(batch, dims, input_requires_grad, trainable)
