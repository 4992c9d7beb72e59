"""problem: save_checkpoint
hint: changed the gradients

Clears the gradients before the save.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    optimizer.zero_grad()
    _save(model, optimizer, iteration, out)
