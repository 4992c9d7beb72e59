"""problem: save_checkpoint
hint: No such file

Adds the iteration to the file's name.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    _save(
        model,
        optimizer,
        iteration,
        out if hasattr(out, "write") else f"{os.fspath(out)}.{iteration}",
    )
