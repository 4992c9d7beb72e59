"""problem: accumulated_step
hint: leave the mode as it is

Puts the whole model in training mode.
"""

_right = accumulated_step


def accumulated_step(model, micro_batches, optimizer):
    model.train()
    return _right(model, micro_batches, optimizer)
