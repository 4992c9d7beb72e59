"""problem: save_checkpoint

Compares the number of elements alone, and reads a transposed weight as another.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    own, saved = model.state_dict(), checkpoint["model"]
    odd = own.keys() ^ saved.keys()
    both = own.keys() & saved.keys()
    odd |= {key for key in both if own[key].numel() != saved[key].numel()}
    if odd:
        raise ValueError(f"does not fit: {', '.join(sorted(odd))}")
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict({key: saved[key].view(own[key].shape) for key in own})
    return checkpoint["iteration"]
