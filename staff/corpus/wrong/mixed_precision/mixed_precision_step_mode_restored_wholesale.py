"""problem: mixed_precision_step
hint: leave the mode as it is

Remembers the model's mode, not each module's.
"""

_right = mixed_precision_step


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    mode = model.training
    model.train()
    loss = _right(model, inputs, targets, optimizer, dtype, scaler)
    model.train(mode)
    return loss
