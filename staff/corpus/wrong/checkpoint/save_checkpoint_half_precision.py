"""problem: save_checkpoint
hint: model's state

Saves floating-point tensors in bfloat16, to halve the file.
"""


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    checkpoint["model"] = {
        k: v.bfloat16() if v.is_floating_point() else v for k, v in checkpoint["model"].items()
    }
    if hasattr(out, "write"):
        torch.save(checkpoint, out)
        return
    with _replacing(out) as file:
        torch.save(checkpoint, file)
