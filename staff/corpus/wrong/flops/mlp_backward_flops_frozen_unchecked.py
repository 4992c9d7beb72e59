"""problem: mlp_backward_flops

Returns 0 before it checks the sizes, where nothing is trained.
"""

_right = mlp_backward_flops


def mlp_backward_flops(batch, dims, input_requires_grad=False, trainable=None):
    frozen = trainable is not None and not any(trainable) and not input_requires_grad
    if frozen and len(dims) == len(trainable) + 1:
        return 0
    return _right(batch, dims, input_requires_grad, trainable)
