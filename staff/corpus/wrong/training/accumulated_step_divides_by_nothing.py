"""problem: accumulated_step
hint: expected ValueError or TypeError, got ZeroDivisionError

Leaves it to the division that there is no micro-batch.
"""

_right = accumulated_step


def accumulated_step(model, micro_batches, optimizer):
    _ = 1 / sum(targets.numel() for _, targets in micro_batches)
    return _right(model, micro_batches, optimizer)
