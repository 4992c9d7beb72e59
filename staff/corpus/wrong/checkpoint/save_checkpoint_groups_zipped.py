"""problem: save_checkpoint
hint: look at the whole file

Compares the param groups pairwise, so that one too few or too many is seen too late.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    iteration = checkpoint["iteration"]
    _check_fit(model.state_dict(), checkpoint["model"])
    saved = checkpoint["optimizer"]["param_groups"]
    for group, wanted in zip(saved, optimizer.param_groups, strict=False):
        if len(group["params"]) != len(wanted["params"]):
            raise ValueError("the param groups are of other sizes")
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    return iteration
