"""problem: save_checkpoint
hint: open

Closes the caller's file.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    _save(model, optimizer, iteration, out)
    if hasattr(out, "write"):
        out.close()
