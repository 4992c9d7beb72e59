"""A plain dict of weights, tried on a copy: torch says what does not fit, without the versions."""

import copy


def save_checkpoint(model, optimizer, iteration, out):
    weights = {name: value.cpu() for name, value in model.state_dict().items()}
    state = {"weights": weights, "opt": optimizer.state_dict(), "it": int(iteration)}
    if hasattr(out, "write"):
        torch.save(state, out)
        return
    with _replacing(out) as file:
        torch.save(state, file)


def load_checkpoint(src, model, optimizer):
    state = torch.load(src, map_location="cpu", weights_only=True)
    twin, its_optimizer = copy.deepcopy((model, optimizer))
    twin.load_state_dict(state["weights"])
    its_optimizer.load_state_dict(state["opt"])
    model.load_state_dict(state["weights"])
    optimizer.load_state_dict(state["opt"])
    return state["it"]
