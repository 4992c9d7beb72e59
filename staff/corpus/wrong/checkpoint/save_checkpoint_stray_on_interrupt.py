"""problem: save_checkpoint
hint: KeyboardInterrupt

Cleans up after an Exception; KeyboardInterrupt is none.
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
    try:
        torch.save(checkpoint, temporary)
        os.replace(temporary, out)
    except Exception:
        if os.path.exists(temporary):
            os.remove(temporary)
        raise
