"""problem: save_checkpoint
hint: param groups

The first param group's settings for all groups.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    iteration = _load(src, model, optimizer)
    first = {key: value for key, value in optimizer.param_groups[0].items() if key != "params"}
    for group in optimizer.param_groups:
        group.update(first)
    return iteration
