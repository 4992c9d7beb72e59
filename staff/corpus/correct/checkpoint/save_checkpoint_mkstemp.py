"""mkstemp and fdopen, with flush and fsync."""

import tempfile


def save_checkpoint(model, optimizer, iteration, out):
    state = (model.state_dict(), optimizer.state_dict(), operator.index(iteration))
    if hasattr(out, "write"):
        torch.save(state, out)
        return
    path = os.fspath(out)
    handle, temporary = tempfile.mkstemp(suffix=".part", dir=os.path.dirname(path) or ".")
    done = False
    try:
        with os.fdopen(handle, "wb") as file:
            torch.save(state, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        done = True
    finally:
        if not done:
            os.remove(temporary)


def load_checkpoint(src, model, optimizer):
    weights, history, iteration = torch.load(src, map_location="cpu", weights_only=True)
    _check_fit(model.state_dict(), weights)
    optimizer.load_state_dict(history)
    model.load_state_dict(weights)
    return int(iteration)
