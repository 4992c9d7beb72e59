"""Walks from the top down to the lowest layer that needs anything."""


def mlp_backward_flops(batch, dims, input_requires_grad=False, trainable=None):
    if batch < 0:
        raise ValueError(f"batch={batch}")
    if len(dims) == 0 or any(d < 0 for d in dims):
        raise ValueError(f"dims={dims}")
    layers = len(dims) - 1
    flags = [1] * layers if trainable is None else [int(bool(t)) for t in trainable]
    if len(flags) != layers:
        raise ValueError(f"trainable={trainable} does not have {layers} entries")
    if input_requires_grad:
        lowest = -1
    else:
        lowest = next((i for i, flag in enumerate(flags) if flag), layers)
    total = 0
    for i in range(layers - 1, -1, -1):
        if i < lowest:
            break
        one = 2 * int(batch) * int(dims[i]) * int(dims[i + 1])
        total += one * flags[i] + (one if i > lowest else 0)
    return total
