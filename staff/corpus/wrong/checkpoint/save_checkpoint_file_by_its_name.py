"""problem: save_checkpoint
hint: where it stands

Takes an open file's name for the path, and replaces the file.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    name = getattr(out, "name", None)
    _save(
        model,
        optimizer,
        iteration,
        name if isinstance(name, str) and hasattr(out, "write") else out,
    )
