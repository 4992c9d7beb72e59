"""problem: save_checkpoint
hint: torch.float32

Turns the model into float32 on the way.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    iteration = _load(src, model, optimizer)
    model.float()
    return iteration
