"""problem: mlp_backward_flops
hint: trainable

Does not look at the length of trainable.
"""

_right = mlp_backward_flops


def mlp_backward_flops(batch, dims, input_requires_grad=False, trainable=None):
    if trainable is not None:
        layers = len(dims) - 1
        trainable = (list(trainable) + [True] * layers)[:layers]
    return _right(batch, dims, input_requires_grad, trainable)
