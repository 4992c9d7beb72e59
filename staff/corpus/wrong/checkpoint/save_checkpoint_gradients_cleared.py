"""problem: save_checkpoint
hint: the gradients have changed

Clears the gradients before the save.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    optimizer.zero_grad()
    _save(model, optimizer, iteration, out)
