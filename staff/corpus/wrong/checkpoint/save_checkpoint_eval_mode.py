"""problem: save_checkpoint
hint: after saving

Puts the model into evaluation mode for the save, and leaves it there.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    model.eval()
    _save(model, optimizer, iteration, out)
