"""problem: save_checkpoint
hint: where it stands

Writes a file object from its beginning.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if hasattr(out, "seek"):
        out.seek(0)
    _save(model, optimizer, iteration, out)
