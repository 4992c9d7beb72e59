"""problem: save_checkpoint
hint: earlier checkpoint

A temporary file, whose content is copied over the earlier checkpoint.
"""

import shutil

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if hasattr(out, "write"):
        return _save(model, optimizer, iteration, out)
    temporary = f"{os.fspath(out)}.tmp"
    try:
        _save(model, optimizer, iteration, temporary)
        shutil.copyfile(temporary, out)
    finally:
        os.remove(temporary)
