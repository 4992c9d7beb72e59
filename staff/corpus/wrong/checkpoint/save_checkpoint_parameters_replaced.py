"""problem: save_checkpoint
hint: took apart

assign=True puts new parameters into the model; the optimizer goes on training the old ones.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    _check_fit(model.state_dict(), checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"], assign=True)
    return checkpoint["iteration"]
