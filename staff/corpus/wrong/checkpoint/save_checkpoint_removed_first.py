"""problem: save_checkpoint
hint: no checkpoint is left

Removes the earlier checkpoint, then puts the new one in its place.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if hasattr(out, "write"):
        return _save(model, optimizer, iteration, out)
    temporary = f"{os.fspath(out)}.tmp"
    try:
        _save(model, optimizer, iteration, temporary)
        if os.path.isfile(out):
            os.remove(out)
        os.rename(temporary, out)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.remove(temporary)
        raise
