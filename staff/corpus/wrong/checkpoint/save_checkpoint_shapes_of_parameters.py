"""problem: save_checkpoint

Looks at the shapes of parameters alone, and finds a buffer of another one too late.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    own, saved = model.state_dict(), checkpoint["model"]
    odd = own.keys() ^ saved.keys()
    shapes = {key: param.shape for key, param in model.named_parameters() if key in saved}
    odd |= {key for key, shape in shapes.items() if saved[key].shape != shape}
    if odd:
        raise ValueError(f"does not fit: {', '.join(sorted(odd))}")
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(saved)
    return checkpoint["iteration"]
