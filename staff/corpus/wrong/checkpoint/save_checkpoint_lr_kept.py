"""problem: save_checkpoint
hint: lr

The new run's lr, the checkpoint's everything else.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    rates = [group["lr"] for group in optimizer.param_groups]
    iteration = _load(src, model, optimizer)
    for group, lr in zip(optimizer.param_groups, rates):
        group["lr"] = lr
    return iteration
