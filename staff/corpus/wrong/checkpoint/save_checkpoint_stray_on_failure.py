"""problem: save_checkpoint
hint: behind

A failed save leaves its temporary file.
"""


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    if hasattr(out, "write"):
        torch.save(checkpoint, out)
        return
    temporary = f"{os.fspath(out)}.tmp"
    torch.save(checkpoint, temporary)
    os.replace(temporary, out)
