"""problem: save_checkpoint
hint: 'str' object

out.parent: a str has none.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if hasattr(out, "write"):
        return _save(model, optimizer, iteration, out)
    temporary = out.parent / (out.name + ".tmp")
    _save(model, optimizer, iteration, temporary)
    try:
        temporary.replace(out)
    except BaseException:
        temporary.unlink()
        raise
