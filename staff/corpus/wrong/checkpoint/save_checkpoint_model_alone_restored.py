"""problem: save_checkpoint
hint: loading failed, yet

Restores the model after a failure, and leaves the optimizer changed.
"""

import copy


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    before = copy.deepcopy(model.state_dict())
    try:
        optimizer.load_state_dict(checkpoint["optimizer"])
        model.load_state_dict(checkpoint["model"])
    except BaseException:
        model.load_state_dict(before)
        raise
    return checkpoint["iteration"]
