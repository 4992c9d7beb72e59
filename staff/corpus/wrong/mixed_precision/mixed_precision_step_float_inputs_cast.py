"""problem: mixed_precision_step
hint: the inputs were rounded to low precision

Casts inputs, where they are floating-point, although the model begins in float32.
"""

_right = mixed_precision_step


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    inputs = inputs.to(dtype).float() if inputs.is_floating_point() else inputs
    return _right(model, inputs, targets, optimizer, dtype, scaler)
