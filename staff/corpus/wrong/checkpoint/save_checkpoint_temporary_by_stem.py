"""problem: save_checkpoint
hint: the temporary file needs another name

Cuts the suffix off for the temporary file's name, and puts .new in its place.
"""


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    if not isinstance(out, str | os.PathLike):
        torch.save(checkpoint, out)
        return
    temporary = os.path.splitext(os.fspath(out))[0] + ".new"
    try:
        with open(temporary, "wb") as file:
            torch.save(checkpoint, file)
        os.replace(temporary, out)
    except BaseException:
        os.remove(temporary)
        raise
