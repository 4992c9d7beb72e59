"""problem: save_checkpoint
hint: model's state

Loads into the parameters with lerp: half the old values remain.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    iteration = _load(src, model, optimizer)
    with torch.no_grad():
        for name, p in model.named_parameters():
            p.lerp_(before[name], 0.5)
    return iteration
