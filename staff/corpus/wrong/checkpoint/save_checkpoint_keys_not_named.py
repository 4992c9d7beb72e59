"""problem: save_checkpoint
hint: should name

A wrong file is refused without a word about its keys.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    try:
        return _load(src, model, optimizer)
    except ValueError:
        raise ValueError("the checkpoint does not fit the model") from None
