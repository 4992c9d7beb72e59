"""problem: save_checkpoint
hint: iteration

Returns nothing.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    _load(src, model, optimizer)
