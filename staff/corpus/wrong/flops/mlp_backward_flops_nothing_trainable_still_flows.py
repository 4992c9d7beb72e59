"""problem: mlp_backward_flops
hint: below the lowest trainable layer no gradients are needed

With nothing to train it still sends the gradient down.
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
    total, needed = 0, bool(input_requires_grad)
    for flops, train in zip(layers, trainable):
        total += flops * (bool(train) + needed)
        needed = needed or bool(train)
    return total or sum(layers[1:])
