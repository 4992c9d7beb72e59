"""Loads, and restores deep copies of both if anything fails."""

import copy


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    before = copy.deepcopy(model.state_dict()), copy.deepcopy(optimizer.state_dict())
    try:
        model.load_state_dict(checkpoint["model"], strict=True)
        optimizer.load_state_dict(checkpoint["optimizer"])
        return int(checkpoint["iteration"])
    except BaseException:
        model.load_state_dict(before[0])
        optimizer.load_state_dict(before[1])
        raise
