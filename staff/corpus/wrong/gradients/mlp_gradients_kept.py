"""problem: mlp_gradients

Keeps the result of an earlier call with these shapes.
"""

_right_gradients, _known = mlp_gradients, {}


def mlp_gradients(x, weights, grad_output, trainable=None, input_requires_grad=False):
    flags = None if trainable is None else tuple(trainable)
    key = x.shape, x.dtype, tuple(w.shape for w in weights), flags, input_requires_grad
    if key not in _known or len(x):
        _known[key] = _right_gradients(x, weights, grad_output, trainable, input_requires_grad)
    return _known[key]
