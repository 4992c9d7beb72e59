"""A temporary folder beside the destination, on the same device."""

import tempfile
from pathlib import Path


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    if hasattr(out, "write"):
        torch.save(checkpoint, out)
        return
    out = Path(out)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=out.name) as folder:
        torch.save(checkpoint, Path(folder) / "new")
        os.replace(Path(folder) / "new", out)
