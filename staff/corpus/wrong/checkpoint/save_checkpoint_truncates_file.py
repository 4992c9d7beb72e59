"""problem: save_checkpoint
hint: where it stands

Empties the file object first.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if hasattr(out, "truncate"):
        out.seek(0)
        out.truncate()
    _save(model, optimizer, iteration, out)
