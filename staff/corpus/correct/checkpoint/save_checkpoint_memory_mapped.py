"""Maps the file instead of reading it."""


def load_checkpoint(src, model, optimizer):
    mapped = not hasattr(src, "read")
    checkpoint = torch.load(
        os.fspath(src) if mapped else src, map_location="cpu", weights_only=True, mmap=mapped
    )
    _check_fit(model.state_dict(), checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"])
    return checkpoint["iteration"]
