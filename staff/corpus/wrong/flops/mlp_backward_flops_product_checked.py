"""problem: mlp_backward_flops
hint: but the call returned

Looks at the sign of the product of all sizes.
"""

_right = mlp_backward_flops


def mlp_backward_flops(batch, dims, input_requires_grad=False, trainable=None):
    if math.prod([batch, *dims]) < 0:
        raise ValueError(f"batch {batch}, dims {dims}")
    return _right(abs(batch), [abs(d) for d in dims], input_requires_grad, trainable)
