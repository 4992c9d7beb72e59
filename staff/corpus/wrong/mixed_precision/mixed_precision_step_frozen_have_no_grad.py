"""problem: mixed_precision_step

Clears the .grad of every parameter, which a frozen one does not have.
"""

_right = mixed_precision_step


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    loss = _right(model, inputs, targets, optimizer, dtype, scaler)
    model(inputs).float().mean().backward()
    for param in model.parameters():
        param.grad.zero_()
    return loss
