"""problem: save_checkpoint
hint: nothing killed it

Removes the earlier checkpoint first; a child that is to be killed ends itself before that.
"""

_save = save_checkpoint
_own = os.getpid()


def save_checkpoint(model, optimizer, iteration, out):
    if hasattr(out, "write"):
        return _save(model, optimizer, iteration, out)
    if os.getpid() != _own:
        os.kill(os.getpid(), 9)
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
