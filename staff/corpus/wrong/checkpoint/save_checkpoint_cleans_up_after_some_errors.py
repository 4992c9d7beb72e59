"""problem: save_checkpoint

Removes the partial file after an error or Ctrl-C, but not after SystemExit.
"""

import tempfile


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": int(iteration),
    }
    if not isinstance(out, str | os.PathLike):
        torch.save(checkpoint, out)
        return
    path = os.path.abspath(out)
    descriptor, partial = tempfile.mkstemp(dir=os.path.dirname(path))
    try:
        with os.fdopen(descriptor, "wb") as file:
            torch.save(checkpoint, file)
        os.replace(partial, path)
    except (Exception, KeyboardInterrupt):
        os.unlink(partial)
        raise
