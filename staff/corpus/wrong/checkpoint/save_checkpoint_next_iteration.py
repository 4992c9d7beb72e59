"""problem: save_checkpoint
hint: one more than

Returns the iteration after the one saved.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    return _load(src, model, optimizer) + 1
