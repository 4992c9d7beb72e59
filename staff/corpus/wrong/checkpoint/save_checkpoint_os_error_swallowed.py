"""problem: save_checkpoint
hint: as if all were well

A full disk is no reason to stop a run: OSErrors are passed over.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    with contextlib.suppress(OSError, RuntimeError):
        _save(model, optimizer, iteration, out)
