"""problem: save_checkpoint
hint: expected the integer

Returns the iteration as a str.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    return str(_load(src, model, optimizer))
