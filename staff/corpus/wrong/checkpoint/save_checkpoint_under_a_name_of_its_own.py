"""problem: save_checkpoint
hint: under the very name given

Saves to checkpoint.pt, whatever `out` is.
"""

_right_save_checkpoint = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if isinstance(out, str | os.PathLike):
        out = "checkpoint.pt"
    _right_save_checkpoint(model, optimizer, iteration, out)
