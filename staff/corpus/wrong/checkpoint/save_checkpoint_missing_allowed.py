"""problem: save_checkpoint
hint: should name

Refuses unexpected keys, and lets missing ones pass.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    _check_fit(
        {**checkpoint["model"], **model.state_dict()}, {**model.state_dict(), **checkpoint["model"]}
    )
    unexpected = checkpoint["model"].keys() - model.state_dict().keys()
    if unexpected:
        raise ValueError(f"unexpected {sorted(unexpected)}")
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"], strict=False)
    return checkpoint["iteration"]
