"""A fixed suffix, try and finally."""

from pathlib import Path


def save_checkpoint(model, optimizer, iteration, out):
    obj = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    if hasattr(out, "write"):
        torch.save(obj, out)
        return
    out = Path(out)
    tmp = out.with_name(out.name + ".tmp")
    try:
        torch.save(obj, tmp)
        tmp.replace(out)
    finally:
        tmp.unlink(missing_ok=True)
