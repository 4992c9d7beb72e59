"""Refuses in the words of the docstring that there is no micro-batch."""

_right = accumulated_step


def accumulated_step(model, micro_batches, optimizer):
    if len(micro_batches) == 0:
        raise ValueError("there is no micro-batch")
    return _right(model, micro_batches, optimizer)
