"""contextlib.ExitStack cleans up, until the file is in place."""

import pathlib


def save_checkpoint(model, optimizer, iteration, out):
    payload = [operator.index(iteration), model.state_dict(), optimizer.state_dict()]
    if callable(getattr(out, "write", None)):
        torch.save(payload, out)
        return
    target = pathlib.Path(out)
    part = target.parent / f".{target.name}.part"
    with contextlib.ExitStack() as stack:
        stack.callback(part.unlink, missing_ok=True)
        torch.save(payload, str(part))
        os.replace(part, target)
        stack.pop_all()


def load_checkpoint(src, model, optimizer):
    iteration, *states = torch.load(src, weights_only=True, map_location=lambda storage, _: storage)
    _check_fit(model.state_dict(), states[0])
    optimizer.load_state_dict(states[1])
    model.load_state_dict(states[0])
    return iteration
