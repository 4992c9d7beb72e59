"""problem: mlp_backward_flops
hint: the lowest layer that trains

Counts the gradient of the lowest trainable layer's own input, which nobody needs.
"""

_right = mlp_backward_flops


def mlp_backward_flops(batch, dims, input_requires_grad=False, trainable=None):
    total = _right(batch, dims, input_requires_grad, trainable)
    layers = [2 * batch * d * k for d, k in zip(dims, dims[1:])]
    flags = [True] * len(layers) if trainable is None else list(trainable)
    lowest = next((i for i, flag in enumerate(flags) if flag), 0)
    return total + (layers[lowest] if lowest and not input_requires_grad else 0)
