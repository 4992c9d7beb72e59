"""problem: save_checkpoint
hint: model's state

Takes an optimizer step after loading, "to warm up".
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    iteration = _load(src, model, optimizer)
    optimizer.step()
    return iteration
