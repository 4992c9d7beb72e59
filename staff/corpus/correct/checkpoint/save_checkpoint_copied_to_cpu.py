"""Copies the state to the CPU before it is written."""

import copy


def save_checkpoint(model, optimizer, iteration, out):
    weights = {name: value.detach().cpu().clone() for name, value in model.state_dict().items()}
    state = {"weights": weights, "opt": copy.deepcopy(optimizer.state_dict()), "it": int(iteration)}
    if hasattr(out, "write"):
        torch.save(state, out)
        return
    with _replacing(out) as file:
        torch.save(state, file)


def load_checkpoint(src, model, optimizer):
    state = torch.load(src, map_location="cpu", weights_only=True)
    _check_fit(model.state_dict(), state["weights"])
    optimizer.load_state_dict(state["opt"])
    model.load_state_dict(state["weights"])
    return state["it"]
