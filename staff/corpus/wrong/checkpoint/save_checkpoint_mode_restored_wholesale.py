"""problem: save_checkpoint
hint: mode

Remembers the model's mode, not each module's.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    mode = model.training
    model.eval()
    try:
        _save(model, optimizer, iteration, out)
    finally:
        model.train(mode)
