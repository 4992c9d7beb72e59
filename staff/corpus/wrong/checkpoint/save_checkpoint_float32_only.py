"""problem: save_checkpoint
hint: model's state

Saves all floating-point tensors in float32: float64 ones are rounded.
"""


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    checkpoint["model"] = {
        k: v.float() if v.is_floating_point() else v for k, v in checkpoint["model"].items()
    }
    if hasattr(out, "write"):
        torch.save(checkpoint, out)
        return
    with _replacing(out) as file:
        torch.save(checkpoint, file)
