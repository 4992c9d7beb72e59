"""problem: save_checkpoint
hint: requires_grad

Freezes the model for the save, and leaves it frozen.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    model.requires_grad_(False)
    _save(model, optimizer, iteration, out)
