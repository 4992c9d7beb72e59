"""The iteration as an int64 tensor in the file."""


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": torch.tensor(int(iteration), dtype=torch.int64),
    }
    if hasattr(out, "write"):
        torch.save(checkpoint, out)
        return
    with _replacing(out) as file:
        torch.save(checkpoint, file)


_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    return _load(src, model, optimizer).item()
