"""problem: save_checkpoint
hint: where it stands

Reads a file object from its beginning, not from where it stands.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    if hasattr(src, "seek"):
        src.seek(0)
    return _load(src, model, optimizer)
