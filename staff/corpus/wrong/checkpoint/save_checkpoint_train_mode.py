"""problem: save_checkpoint
hint: mode

Puts the model into training mode after loading, frozen parts too.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    iteration = _load(src, model, optimizer)
    model.train()
    return iteration
