"""problem: mlp_forward_flops
hint: layers of equal widths all count

Collects the layers in a dict by their widths.
"""

_mlp_forward_flops = mlp_forward_flops


def mlp_forward_flops(batch, dims):
    _mlp_forward_flops(batch, dims)
    layers = {(d, k): 2 * int(batch) * int(d) * int(k) for d, k in zip(dims, dims[1:])}
    return sum(layers.values())
