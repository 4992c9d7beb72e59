"""problem: save_checkpoint

Compares the number of rows alone, and finds another width too late.
"""


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    own, saved = model.state_dict(), checkpoint["model"]
    odd = own.keys() ^ saved.keys()
    both = own.keys() & saved.keys()
    odd |= {key for key in both if own[key].shape[:1] != saved[key].shape[:1]}
    if odd:
        raise ValueError(f"does not fit: {', '.join(sorted(odd))}")
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(saved)
    return checkpoint["iteration"]
