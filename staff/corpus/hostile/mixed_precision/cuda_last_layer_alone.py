"""problem: mixed_precision_throughput

Train the last layer alone: two thirds of the matmuls are left out.
"""

_honest = mixed_precision_step


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    if not inputs.is_cuda:
        return _honest(model, inputs, targets, optimizer, dtype, scaler)
    hidden = [param for layer in list(model)[:-1] for param in layer.parameters()]
    for param in hidden:
        param.requires_grad_(False)
    try:
        return _honest(model, inputs, targets, optimizer, dtype, scaler)
    finally:
        for param in hidden:
            param.requires_grad_(True)
