"""problem: save_checkpoint
hint: requires_grad

All parameters require gradients after loading.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    iteration = _load(src, model, optimizer)
    model.requires_grad_(True)
    return iteration
