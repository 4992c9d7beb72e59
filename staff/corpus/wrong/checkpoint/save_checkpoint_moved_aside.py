"""problem: save_checkpoint
hint: no checkpoint is left

Moves the earlier checkpoint aside and moves it back if the save fails: a kill leaves no checkpoint.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if hasattr(out, "write"):
        return _save(model, optimizer, iteration, out)
    aside = f"{os.fspath(out)}.old"
    earlier = os.path.isfile(out)
    if earlier:
        os.rename(out, aside)
    try:
        torch.save(
            {
                "model": model.state_dict(),
                "optimizer": optimizer.state_dict(),
                "iteration": operator.index(iteration),
            },
            out,
        )
    except BaseException:
        with contextlib.suppress(OSError):
            os.remove(out)
        if earlier:
            os.rename(aside, out)
        raise
    if earlier:
        os.remove(aside)
