"""problem: save_checkpoint
hint: the folder of "run.pt" is the working folder

The folder's entry is forced to the disk, too; os.path.dirname of a bare file name is "".
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    _save(model, optimizer, iteration, out)
    if hasattr(out, "write"):
        return
    folder = os.open(os.path.dirname(out), os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
