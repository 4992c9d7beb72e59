"""problem: save_checkpoint
hint: BytesIO

Takes no file objects.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    _save(model, optimizer, iteration, os.fspath(out))
