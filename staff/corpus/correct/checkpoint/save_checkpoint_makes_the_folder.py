"""Makes the folder of the path where there is none."""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if not hasattr(out, "write"):
        os.makedirs(os.path.dirname(os.path.abspath(out)), exist_ok=True)
    _save(model, optimizer, iteration, out)
