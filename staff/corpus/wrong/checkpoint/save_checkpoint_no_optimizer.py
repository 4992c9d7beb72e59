"""problem: save_checkpoint
hint: optimizer

Saves the model alone.
"""

_load = load_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {"model": model.state_dict(), "iteration": operator.index(iteration)}
    if hasattr(out, "write"):
        torch.save(checkpoint, out)
        return
    with _replacing(out) as file:
        torch.save(checkpoint, file)


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    _check_fit(model.state_dict(), checkpoint["model"])
    model.load_state_dict(checkpoint["model"])
    return checkpoint["iteration"]
