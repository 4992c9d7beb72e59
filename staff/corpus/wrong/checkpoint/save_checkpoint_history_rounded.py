"""problem: save_checkpoint
hint: history

Saves the optimizer's history in bfloat16.
"""


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    checkpoint["optimizer"]["state"] = {
        index: {k: v.bfloat16() if torch.is_tensor(v) and v.ndim else v for k, v in state.items()}
        for index, state in checkpoint["optimizer"]["state"].items()
    }
    if hasattr(out, "write"):
        torch.save(checkpoint, out)
        return
    with _replacing(out) as file:
        torch.save(checkpoint, file)
