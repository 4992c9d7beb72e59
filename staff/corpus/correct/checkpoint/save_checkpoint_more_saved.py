"""Saves random states and a version too, and ignores them on loading."""

_load = load_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    checkpoint |= {"random": torch.get_rng_state(), "version": 3, "torch": str(torch.__version__)}
    if hasattr(out, "write"):
        torch.save(checkpoint, out)
        return
    with _replacing(out) as file:
        torch.save(checkpoint, file)
