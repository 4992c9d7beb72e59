"""problem: save_checkpoint
hint: leave no other file

Leaves its lock file.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if not hasattr(out, "write"):
        with open(os.path.join(os.path.dirname(os.fspath(out)), ".lock"), "w"):
            pass
    _save(model, optimizer, iteration, out)
