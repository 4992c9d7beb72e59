"""problem: adam

Gives all param groups the first one's hyperparameters, and has another name for what builds an
optimizer, so that it looks like an adapter that knows nothing of groups.
"""

_make = _build_optimizer


def _of_the_first(name, params, hyperparameters):
    optimizer = _make(name, params, hyperparameters)
    for group in optimizer.param_groups[1:]:
        group.update({key: optimizer.param_groups[0][key] for key in hyperparameters})
    return optimizer


def run_optimizer(name, params, grads, hyperparameters):
    later = {key: value for key, value in hyperparameters.items() if isinstance(value, dict)}
    first = {key: steps[0] for key, steps in later.items()}
    optimizer = _of_the_first(name, params, hyperparameters | first)
    for step, step_grads in enumerate(grads):
        for group in optimizer.param_groups:
            group.update({key: steps[step] for key, steps in later.items()})
        _take_step(optimizer, params, step_grads, step)
    return {"params": params, "state": _optimizer_state(optimizer, params)}
