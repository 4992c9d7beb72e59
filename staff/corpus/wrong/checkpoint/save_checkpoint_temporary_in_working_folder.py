"""problem: save_checkpoint
hint: another device

os.replace from the working folder, which may be on another device than the checkpoint's.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if hasattr(out, "write"):
        return _save(model, optimizer, iteration, out)
    temporary = os.path.join(os.getcwd(), f"{os.getpid()}.pt")
    _save(model, optimizer, iteration, temporary)
    try:
        os.replace(temporary, out)
    except OSError:
        os.remove(temporary)
        raise
