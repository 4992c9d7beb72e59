"""torch's older file format."""


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    if hasattr(out, "write"):
        torch.save(checkpoint, out, _use_new_zipfile_serialization=False)
        return
    with _replacing(out) as file:
        torch.save(checkpoint, file, _use_new_zipfile_serialization=False)
