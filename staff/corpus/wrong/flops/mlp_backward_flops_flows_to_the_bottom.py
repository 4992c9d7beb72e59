"""problem: mlp_backward_flops
hint: below the lowest trainable layer no gradients are needed

The gradient flows to the bottom though nothing there needs it.
"""


def mlp_backward_flops(batch, dims, input_requires_grad=False, trainable=None):
    dims = list(dims)
    if batch < 0:
        raise ValueError(f"batch: {batch}")
    if not dims or min(dims) < 0:
        raise ValueError(f"dims: {dims}")
    layers = [2 * batch * a * b for a, b in zip(dims, dims[1:])]
    trainable = [True] * len(layers) if trainable is None else list(trainable)
    if len(trainable) != len(layers):
        raise ValueError(f"trainable: {trainable}")
    total = 0
    for i, (flops, train) in enumerate(zip(layers, trainable)):
        total += flops * (bool(train) + (i > 0 or bool(input_requires_grad)))
    return total
