"""map_location is the device of the model's first parameter."""


def load_checkpoint(src, model, optimizer):
    device = next((p.device for p in model.parameters()), torch.device("cpu"))
    checkpoint = torch.load(src, map_location=device, weights_only=True)
    _check_fit(model.state_dict(), checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"])
    return checkpoint["iteration"]
