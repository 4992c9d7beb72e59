"""problem: save_checkpoint
hint: os.PathLike is more than pathlib

Takes str(out) for the path; an os.PathLike may have another str.
"""


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": int(iteration),
    }
    if hasattr(out, "write"):
        torch.save(checkpoint, out)
        return
    with _replacing(str(out)) as file:
        torch.save(checkpoint, file)
