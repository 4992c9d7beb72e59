"""problem: save_checkpoint
hint: expected the integer

Returns the iteration as a tensor.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    return torch.tensor(_load(src, model, optimizer))
