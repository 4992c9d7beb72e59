"""problem: mlp_backward_flops

Takes the flags of an earlier call, where they fit and none are given.
"""

flags: list[bool] = []


def mlp_backward_flops(
    batch, dims, input_requires_grad=False, trainable=None, right=mlp_backward_flops
):
    if trainable is None and len(flags) == len(dims) - 1:
        trainable = list(flags)
    flags[:] = trainable or []
    return right(batch, dims, input_requires_grad, trainable)
