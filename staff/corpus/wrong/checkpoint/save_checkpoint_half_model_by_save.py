"""problem: save_checkpoint
hint: after saving

model.half() for a small file changes the model itself.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    model.half()
    _save(model, optimizer, iteration, out)
    model.float()
