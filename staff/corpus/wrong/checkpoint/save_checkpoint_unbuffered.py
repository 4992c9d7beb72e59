"""problem: save_checkpoint
hint: less than it is given

An unbuffered file, which may write less than it is given: torch.save does not look at how much.
"""

import os


def save_checkpoint(model, optimizer, iteration, out):
    what = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "iteration": int(iteration)}
    if not isinstance(out, str | os.PathLike):
        torch.save(what, out)
        return
    temporary = f"{os.fspath(out)}.tmp"
    try:
        with open(temporary, "wb", buffering=0) as file:
            torch.save(what, file)
            os.fsync(file.fileno())
        os.replace(temporary, out)
    except BaseException:
        os.remove(temporary)
        raise
