"""problem: mlp_backward_flops
hint: a frozen layer needs no gradient for its weight

Frozen layers' inputs are left out as they should be, their weights are not.
"""

_right_backward_flops = mlp_backward_flops


def mlp_backward_flops(batch, dims, input_requires_grad=False, trainable=None):
    right = _right_backward_flops(batch, dims, input_requires_grad, trainable)
    frozen = [not trained for trained in trainable or []]
    layers = zip(frozen, dims, dims[1:])
    return right + sum(2 * int(batch) * int(d) * int(k) for is_frozen, d, k in layers if is_frozen)
