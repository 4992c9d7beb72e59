"""problem: accumulated_step

No step where a layer is frozen.
"""

_right = accumulated_step


def accumulated_step(model, micro_batches, optimizer):
    trains = all(param.requires_grad for param in model.parameters())
    return _right(model, micro_batches, optimizer) if trains else 0.0
