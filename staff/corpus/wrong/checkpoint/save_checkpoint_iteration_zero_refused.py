"""problem: save_checkpoint
hint: got 0

"if not iteration" takes iteration 0 for none.
"""

_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    if not iteration:
        raise ValueError(f"iteration must be given, got {iteration}")
    _save(model, optimizer, iteration, out)
