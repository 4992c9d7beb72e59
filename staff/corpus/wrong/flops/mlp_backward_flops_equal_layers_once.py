"""problem: mlp_backward_flops
hint: layers of equal widths all count

Collects the layers in a dict by their widths.
"""

_mlp_backward_flops = mlp_backward_flops


def mlp_backward_flops(batch, dims, input_requires_grad=False, trainable=None):
    total = _mlp_backward_flops(batch, dims, input_requires_grad, trainable)
    if not input_requires_grad or (trainable is not None and not all(trainable)):
        return total
    layers = {(d, k): 4 * int(batch) * int(d) * int(k) for d, k in zip(dims, dims[1:])}
    return sum(layers.values())
