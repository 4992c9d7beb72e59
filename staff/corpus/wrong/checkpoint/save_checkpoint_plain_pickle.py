"""problem: save_checkpoint
hint: weights_only

pickle instead of torch.save.
"""

import pickle


def save_checkpoint(model, optimizer, iteration, out):
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "iteration": operator.index(iteration),
    }
    if hasattr(out, "write"):
        pickle.dump(checkpoint, out)
        return
    with _replacing(out) as file:
        pickle.dump(checkpoint, file)


def load_checkpoint(src, model, optimizer):
    if hasattr(src, "read"):
        checkpoint = pickle.load(src)
    else:
        with open(src, "rb") as file:
            checkpoint = pickle.load(file)
    _check_fit(model.state_dict(), checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"])
    return checkpoint["iteration"]
