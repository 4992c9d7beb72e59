"""problem: mlp_backward_flops
hint: the input needs no

Always twice the forward pass.
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
    return 2 * sum(layers)
