"""problem: save_checkpoint
hint: the temporary file needs another name

Puts .tmp in the place of the suffix: of latest.tmp that is the earlier checkpoint itself.
"""

from pathlib import Path


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    if not isinstance(out, str | os.PathLike):
        torch.save(checkpoint, out)
        return
    temporary = Path(out).with_suffix(".tmp")
    try:
        torch.save(checkpoint, temporary)
        os.replace(temporary, out)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
