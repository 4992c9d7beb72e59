"""problem: mlp_backward_flops

Counts only what is the object True.
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
    total, needed = 0, input_requires_grad is True
    for flops, train in zip(layers, trainable):
        total += flops * ((train is True) + needed)
        needed = needed or train is True
    return int(float(total))
