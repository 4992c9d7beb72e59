"""problem: save_checkpoint
hint: should name

Refuses missing keys, and lets unexpected ones pass.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    known = {k: v for k, v in checkpoint["model"].items() if k in model.state_dict()}
    _check_fit(model.state_dict(), known)
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(known)
    return checkpoint["iteration"]
