"""problem: save_checkpoint
hint: history

The history of what is loaded, beside what was there: entries of parameters without a history stay.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    before = dict(optimizer.state)
    iteration = _load(src, model, optimizer)
    for parameter, state in before.items():
        optimizer.state.setdefault(parameter, state)
    return iteration
