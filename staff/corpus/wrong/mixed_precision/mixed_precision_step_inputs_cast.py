"""problem: mixed_precision_step
hint: leave the inputs as they are

Casts the inputs: token ids are then no indices any more.
"""

_right = mixed_precision_step


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    return _right(model, inputs.to(dtype), targets, optimizer, dtype, scaler)
