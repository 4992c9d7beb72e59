"""problem: save_checkpoint
hint: but the call returned

Prints the keys that do not fit and returns iteration 0.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    try:
        return _load(src, model, optimizer)
    except ValueError as error:
        print(error)
        return 0
