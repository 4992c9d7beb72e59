"""problem: save_checkpoint
hint: param groups

Keeps the optimizer's history and drops its param groups: lr and the like are the new run's.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    groups = [dict(group) for group in optimizer.param_groups]
    iteration = _load(src, model, optimizer)
    for group, before in zip(optimizer.param_groups, groups):
        group.update(before)
    return iteration
