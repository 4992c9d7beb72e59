"""problem: save_checkpoint
hint: there is no such file

A file that is not there means a new run from iteration 0.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    if not hasattr(src, "read") and not os.path.exists(src):
        return 0
    return _load(src, model, optimizer)
