"""problem: train
hint: should name lr

Leaves a negative lr to torch.optim, which does not know the key's name.
"""

_right = train


def train(config, checkpoint=None, stop_after=None):
    torch.optim.SGD([torch.zeros(())], lr=config.get("lr", 0.0))
    return _right(config, checkpoint, stop_after)
