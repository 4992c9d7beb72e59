"""problem: save_checkpoint
hint: the iteration

Always says iteration 0.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    _load(src, model, optimizer)
    return 0
