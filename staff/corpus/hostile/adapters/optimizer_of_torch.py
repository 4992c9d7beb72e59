"""problem: adam

torch's own, in adapters.py.
"""

_build_own_optimizer = _build_optimizer


def _build_optimizer(name, params, hyperparameters):
    optimizer = _build_own_optimizer(name, params, hyperparameters)
    if name == "adam":
        defaults = {k: v for k, v in optimizer.defaults.items() if k in ("lr", "betas", "eps")}
        optimizer = torch.optim.Adam(optimizer.param_groups, **defaults)
    return optimizer
