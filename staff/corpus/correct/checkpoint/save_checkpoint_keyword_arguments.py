"""os.replace(src=…, dst=…); tempfile.mkstemp in the same folder, os.fdopen, os.fchmod."""

import stat
import tempfile


def save_checkpoint(model, optimizer, iteration, out):
    payload = (model.state_dict(), optimizer.state_dict(), torch.tensor(int(iteration)))
    if not isinstance(out, str | os.PathLike):
        torch.save(payload, out)
        return
    path = os.fspath(out)
    if os.path.isdir(path):
        raise IsADirectoryError(path)
    fd, name = tempfile.mkstemp(suffix=".ckpt", dir=os.path.dirname(path) or os.curdir)
    try:
        with os.fdopen(fd, mode="wb") as file:
            torch.save(payload, file)
            os.fchmod(file.fileno(), stat.S_IRUSR | stat.S_IWUSR | stat.S_IRGRP | stat.S_IROTH)
        os.replace(src=name, dst=path)
    except:  # noqa: E722
        os.unlink(name)
        raise


def load_checkpoint(src, model, optimizer):
    weights, history, iteration = torch.load(src, map_location="cpu", weights_only=True)
    keys = set(model.state_dict())
    if keys ^ set(weights):
        raise RuntimeError(f"only here: {keys - set(weights)}; only there: {set(weights) - keys}")
    own = model.state_dict()
    if odd := [name for name in own if own[name].shape != weights[name].shape]:
        raise RuntimeError(f"other shapes: {odd}")
    optimizer.load_state_dict(history)
    model.load_state_dict(weights)
    return iteration.item()
