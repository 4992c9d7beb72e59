"""Inputs are random rows of the identity, scaled to be 1 in mean square; Enums for choices."""
import enum
import os

import numpy as np
import torch


class Optimizer(enum.StrEnum):
    sgd = "sgd"
    adagrad = "adagrad"
    rmsprop = "rmsprop"
    adam = "adam"


class Precision(enum.Enum):
    float32 = torch.float32
    bfloat16 = torch.bfloat16


def _config(dim, num_layers, batch_size, steps, lr, optimizer, precision, seed):
    for what, n, low in (("dim", dim, 1), ("num_layers", num_layers, 0), ("batch_size", batch_size, 1), ("steps", steps, 0), ("lr", lr, 0)):
        if n < low:
            raise ValueError(f"{what}: {n} < {low}")
    if seed < 0 or seed >= 4294967296:
        raise ValueError(f"seed: {seed}")
    if precision not in Precision.__members__:
        raise ValueError(f"{precision!r} is no precision")
    return dim, num_layers, batch_size, steps, lr, Optimizer(optimizer), Precision[precision].value, seed


def train(config, checkpoint=None, stop_after=None):
    dim, layers, batch, steps, lr, kind, dtype, seed = _config(**config)
    root = np.random.SeedSequence(seed)
    rng = np.random.default_rng(root.spawn(1)[0])
    shapes = [(dim, dim)] * layers + [(dim, 1)]
    weights = [torch.tensor(rng.uniform(-1, 1, s) * (3 / dim) ** 0.5, dtype=torch.float32) for s in shapes]
    weights = [w.requires_grad_() for w in weights]
    classes = {"sgd": torch.optim.SGD, "adagrad": torch.optim.Adagrad, "rmsprop": torch.optim.RMSprop, "adam": torch.optim.Adam}
    optimizer = classes[kind](weights, lr=lr)
    first = 0
    if checkpoint is not None and os.path.lexists(checkpoint):
        first, values, moments = torch.load(checkpoint, weights_only=True)
        for w, value in zip(weights, values, strict=True):
            w.data.copy_(value)
        optimizer.load_state_dict(moments)
    last = steps if stop_after is None else max(first, min(steps, stop_after))
    losses = []
    for step in range(first, last):
        rng = np.random.default_rng((seed, 1, step))
        x = torch.eye(dim)[torch.from_numpy(rng.integers(0, dim, batch))] * dim**0.5
        y = x @ torch.arange(dim).to(x)
        with torch.autocast("cpu", torch.bfloat16, enabled=dtype is torch.bfloat16):
            out = torch.linalg.multi_dot([x, *weights])
        loss = torch.nn.functional.mse_loss(out.squeeze(1).float(), y)
        for w, g in zip(weights, torch.autograd.grad(loss, weights)):
            w.grad = g
        optimizer.step()
        losses.append(loss.item())
    weights = [w.detach() for w in weights]
    if checkpoint is not None:
        torch.save((max(first, last), weights, optimizer.state_dict()), checkpoint)
    names = [f"layers.{i}.weight" for i in range(layers)] + ["final.weight"]
    return {"losses": losses, "state": dict(zip(names, weights))}
