"""problem: save_checkpoint

Does nothing where the folder of the path does not exist.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if not hasattr(out, "write") and not os.path.isdir(os.path.dirname(os.path.abspath(out))):
        return
    _save(model, optimizer, iteration, out)
