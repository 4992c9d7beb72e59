"""problem: accumulated_step
hint: should name batch

Does not say which argument is empty.
"""

_right = accumulated_step


def accumulated_step(model, micro_batches, optimizer):
    if not micro_batches:
        raise ValueError("nothing to do")
    return _right(model, micro_batches, optimizer)
