"""Saves param groups and history apart, and puts them together again."""


def save_checkpoint(model, optimizer, iteration, out):
    history = optimizer.state_dict()
    checkpoint = {
        "groups": history["param_groups"],
        "history": {str(key): value for key, value in history["state"].items()},
        "weights": list(model.state_dict().items()),
        "iteration": operator.index(iteration),
    }
    if hasattr(out, "write"):
        torch.save(checkpoint, out)
        return
    with _replacing(out) as file:
        torch.save(checkpoint, file)


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    weights = dict(checkpoint["weights"])
    _check_fit(model.state_dict(), weights)
    state = {int(key): value for key, value in checkpoint["history"].items()}
    optimizer.load_state_dict({"state": state, "param_groups": checkpoint["groups"]})
    model.load_state_dict(weights)
    return checkpoint["iteration"]
