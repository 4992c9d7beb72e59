"""problem: save_checkpoint
hint: os.PathLike is more than pathlib

Another os.PathLike than str and pathlib.Path is taken for a file object, and not saved atomically.
"""

import pathlib


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": int(iteration),
    }
    if isinstance(out, (str, pathlib.Path)):
        with _replacing(out) as file:
            torch.save(checkpoint, file)
    else:
        torch.save(checkpoint, out)
