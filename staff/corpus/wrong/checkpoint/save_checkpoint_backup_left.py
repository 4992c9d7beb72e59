"""problem: save_checkpoint
hint: behind

Keeps the checkpoint before as .bak.
"""

import shutil

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if not hasattr(out, "write") and os.path.isfile(out):
        shutil.copyfile(out, f"{os.fspath(out)}.bak")
    _save(model, optimizer, iteration, out)
