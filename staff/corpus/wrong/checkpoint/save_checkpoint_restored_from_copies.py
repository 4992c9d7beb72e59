"""problem: save_checkpoint
hint: other parameters than the model's

Restores an optimizer from deep copies of its insides, which hold copies of the parameters.
"""

import copy


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    _check_fit(model.state_dict(), checkpoint["model"])
    weights = copy.deepcopy(model.state_dict())
    state, groups = copy.deepcopy(dict(optimizer.state)), copy.deepcopy(optimizer.param_groups)
    try:
        model.load_state_dict(checkpoint["model"])
        optimizer.load_state_dict(checkpoint["optimizer"])
        return checkpoint["iteration"]
    except BaseException:
        model.load_state_dict(weights)
        optimizer.state, optimizer.param_groups = state, groups
        raise
