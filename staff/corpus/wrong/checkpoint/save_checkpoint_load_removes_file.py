"""problem: save_checkpoint
hint: No such file

Removes the checkpoint after loading it.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    iteration = _load(src, model, optimizer)
    if not hasattr(src, "read"):
        os.remove(src)
    return iteration
