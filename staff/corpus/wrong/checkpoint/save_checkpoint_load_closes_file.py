"""problem: save_checkpoint
hint: closed the caller's file

Closes the file object it has read.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    iteration = _load(src, model, optimizer)
    if hasattr(src, "close"):
        src.close()
    return iteration
