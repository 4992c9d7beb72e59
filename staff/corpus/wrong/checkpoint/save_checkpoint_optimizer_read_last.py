"""problem: save_checkpoint
hint: look at the whole file before you change anything

Compares the param groups, but needs them only after the model is loaded: a file without an
optimizer changes the model.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    iteration = checkpoint["iteration"]
    _check_fit(model.state_dict(), checkpoint["model"])
    own, groups = optimizer.param_groups, checkpoint.get("optimizer", {}).get("param_groups", [])
    if groups and [len(g["params"]) for g in groups] != [len(g["params"]) for g in own]:
        raise ValueError("the param groups do not fit")
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    return iteration
