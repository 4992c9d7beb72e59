"""Tries everything on deep copies first; torch's own messages."""

import copy


def load_checkpoint(src, model, optimizer):
    checkpoint = torch.load(src, map_location="cpu", weights_only=True)
    iteration = checkpoint["iteration"]
    copy.deepcopy(model).load_state_dict(checkpoint["model"])
    copy.deepcopy(optimizer).load_state_dict(checkpoint["optimizer"])
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    return iteration
