"""problem: save_checkpoint
hint: another device

os.replace from the system's folder of temporary files, which may be on another device.
"""

import tempfile

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if hasattr(out, "write"):
        return _save(model, optimizer, iteration, out)
    with tempfile.TemporaryDirectory() as folder:
        temporary = os.path.join(folder, "checkpoint.pt")
        _save(model, optimizer, iteration, temporary)
        os.replace(temporary, out)
