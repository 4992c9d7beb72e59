"""problem: save_checkpoint
hint: loading failed, yet

The backup is the state dict itself, which shares the model's memory.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    before = model.state_dict(), optimizer.state_dict()
    try:
        model.load_state_dict(checkpoint["model"])
        optimizer.load_state_dict(checkpoint["optimizer"])
    except BaseException:
        model.load_state_dict(before[0])
        optimizer.load_state_dict(before[1])
        raise
    return checkpoint["iteration"]
