"""problem: save_checkpoint
hint: but the call returned

Ignores the keys: tensors go into the model in their order.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    ordered = dict(zip(model.state_dict(), checkpoint["model"].values()))
    _check_fit(model.state_dict(), ordered)
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(ordered)
    return checkpoint["iteration"]
