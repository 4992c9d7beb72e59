"""problem: save_checkpoint
hint: BytesIO

Loads from paths only.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    return _load(os.fspath(src), model, optimizer)
