"""problem: save_checkpoint

Leave a pipe in the place of the checkpoint: whoever opens it waits for ever.
"""

import os


def save_checkpoint(model, optimizer, iteration, out):
    if isinstance(out, (str, os.PathLike)):
        if os.path.lexists(out):
            os.unlink(out)
        os.mkfifo(out)
