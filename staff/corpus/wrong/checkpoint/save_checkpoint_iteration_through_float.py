"""problem: save_checkpoint
hint: float on the way

The iteration passes through a float: beyond 2**53 it is rounded.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    return int(float(_load(src, model, optimizer)))
