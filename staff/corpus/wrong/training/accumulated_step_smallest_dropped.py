"""problem: accumulated_step
hint: is left out

Leaves out a last micro-batch that is smaller than the first, as drop_last does.
"""


_right_accumulated_step = accumulated_step


def accumulated_step(model, micro_batches, optimizer):
    if len(micro_batches) > 1 and len(micro_batches[-1][0]) < len(micro_batches[0][0]):
        micro_batches = micro_batches[:-1]
    return _right_accumulated_step(model, micro_batches, optimizer)
