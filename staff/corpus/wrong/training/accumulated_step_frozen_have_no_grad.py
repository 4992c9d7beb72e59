"""problem: accumulated_step

Clears the .grad of every parameter, which a frozen one does not have.
"""

_right = accumulated_step


def accumulated_step(model, micro_batches, optimizer):
    loss = _right(model, micro_batches, optimizer)
    for param in model.parameters():
        param.grad.zero_()
    return loss
