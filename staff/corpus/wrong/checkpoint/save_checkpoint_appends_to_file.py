"""problem: save_checkpoint
hint: where it stands

Goes to the end of the file object first.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if hasattr(out, "seek"):
        out.seek(0, 2)
    _save(model, optimizer, iteration, out)
