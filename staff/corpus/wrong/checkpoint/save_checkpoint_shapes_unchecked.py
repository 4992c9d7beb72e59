"""problem: save_checkpoint
hint: loading failed, yet

Checks the keys and not the shapes: what fits is copied before torch raises.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    wrong = checkpoint["model"].keys() ^ model.state_dict().keys()
    if wrong:
        raise ValueError(f"keys on one side only: {sorted(wrong)}")
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"])
    return checkpoint["iteration"]
