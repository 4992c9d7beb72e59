"""A negative lr is refused by torch.optim, in its own words."""

_right_train = train


def train(config, checkpoint=None, stop_after=None):
    if config.get("lr", 0) < 0:
        raise ValueError(f"Invalid learning rate: {config['lr']}")
    return _right_train(config, checkpoint, stop_after)
