"""The loop with the parts of the other problems."""

import os

from cs336_basics.checkpoint import load_checkpoint, save_checkpoint
from cs336_basics.model import Cruncher
from cs336_basics.optim import SGD, AdaGrad, Adam, RMSProp

_OPTIMIZERS = {"sgd": SGD, "adagrad": AdaGrad, "rmsprop": RMSProp, "adam": Adam}
_KEYS = ("dim", "num_layers", "batch_size", "steps", "lr", "optimizer", "precision", "seed")


def train(config, checkpoint=None, stop_after=None):
    for key in _KEYS:
        if key not in config:
            raise ValueError(f"config lacks {key}")
    for key in config:
        if key not in _KEYS:
            raise ValueError(f"config has the unknown key {key}")
    for key in ("dim", "batch_size"):
        if config[key] < 1:
            raise ValueError(f"{key} must be at least 1, got {config[key]}")
    for key in ("steps", "num_layers", "seed"):
        if config[key] < 0:
            raise ValueError(f"{key} must be at least 0, got {config[key]}")
    if config["seed"] >= 2**32:
        raise ValueError(f"seed does not fit 32 bits: {config['seed']}")
    if config["optimizer"] not in _OPTIMIZERS:
        raise ValueError(f"optimizer {config['optimizer']} is unknown")
    if config["precision"] not in ("float32", "bfloat16"):
        raise ValueError(f"precision {config['precision']} is unknown")

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(config["seed"])
        model = Cruncher(config["dim"], config["num_layers"])
    optimizer = _OPTIMIZERS[config["optimizer"]](model.parameters(), lr=config["lr"])
    start = 0
    if checkpoint is not None and os.path.exists(checkpoint):
        start = load_checkpoint(checkpoint, model, optimizer)
    end = config["steps"] if stop_after is None else min(stop_after, config["steps"])
    losses = []
    for step in range(start, end):
        generator = torch.Generator().manual_seed(config["seed"] * 1_000_003 + step)
        x = torch.rand(config["batch_size"], config["dim"], generator=generator)
        y = x @ torch.arange(config["dim"], dtype=torch.float32)
        with torch.autocast("cpu", torch.bfloat16, enabled=config["precision"] == "bfloat16"):
            prediction = model(x)
        loss = torch.nn.functional.mse_loss(prediction.float(), y)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    if checkpoint is not None:
        save_checkpoint(model, optimizer, max(start, end), checkpoint)
    return {
        "losses": losses,
        "state": {k: v.detach().clone() for k, v in model.state_dict().items()},
    }
