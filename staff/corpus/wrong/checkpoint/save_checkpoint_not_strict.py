"""problem: save_checkpoint
hint: but the call returned

strict=False: keys that do not fit are passed over.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"], strict=False)
    return checkpoint["iteration"]
