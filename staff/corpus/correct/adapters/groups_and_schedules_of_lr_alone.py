"""An adapter in a student's own words that takes lists and dicts for lr, and for nothing else."""


def run_optimizer(name, params, grads, hyperparameters):
    import cs336_basics.optim

    lr, rest = hyperparameters.get("lr"), dict(hyperparameters)
    groups = iter(params)
    if isinstance(lr, list):
        groups = [{"params": [param], "lr": own} for param, own in zip(params, lr, strict=True)]
    if isinstance(lr, list | dict):
        rest["lr"] = lr[0]
    optimizer = getattr(cs336_basics.optim, OPTIMIZERS[name])(groups, **rest)
    for step, step_grads in enumerate(grads):
        for group in optimizer.param_groups if isinstance(lr, dict) else ():
            group["lr"] = lr[step]
        _take_step(optimizer, params, step_grads, step)
    return {"params": params, "state": _optimizer_state(optimizer, params)}
