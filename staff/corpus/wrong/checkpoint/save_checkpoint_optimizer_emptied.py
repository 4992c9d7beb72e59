"""problem: save_checkpoint
hint: history

Saves, and clears the optimizer's history to free memory.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    _save(model, optimizer, iteration, out)
    optimizer.state.clear()
