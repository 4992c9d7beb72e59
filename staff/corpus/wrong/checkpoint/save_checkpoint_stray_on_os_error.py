"""problem: save_checkpoint
hint: behind

Cleans up after what the pickling raises, not after what the disk raises.
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
    except (TypeError, ValueError, AttributeError, KeyboardInterrupt):
        os.remove(temporary)
        raise
    os.replace(temporary, out)
