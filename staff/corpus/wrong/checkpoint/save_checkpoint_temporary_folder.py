"""problem: save_checkpoint
hint: another device

Writes to the system's folder of temporary files and moves it: across devices a move is a copy.
"""

import shutil
import tempfile

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if hasattr(out, "write"):
        return _save(model, optimizer, iteration, out)
    with tempfile.TemporaryDirectory() as folder:
        temporary = os.path.join(folder, "checkpoint.pt")
        _save(model, optimizer, iteration, temporary)
        if os.path.isdir(out):
            raise IsADirectoryError(f"out is a folder: {out}")
        shutil.move(temporary, out)
