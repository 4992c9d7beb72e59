"""problem: mixed_precision_step
hint: which was frozen

Has every parameter require a gradient.
"""

_right = mixed_precision_step


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    model.requires_grad_(True)
    return _right(model, inputs, targets, optimizer, dtype, scaler)
