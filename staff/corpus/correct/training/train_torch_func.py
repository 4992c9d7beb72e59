"""Weights in a dict and gradients by torch.func, with the optimizers' formulas written out."""

import os

import numpy as np

_right_tf = train


def _random_tf(seed, step, *shape):
    rng = np.random.Generator(np.random.Philox(key=[seed, step]))
    return torch.from_numpy(rng.uniform(-1.7, 1.7, shape).astype(np.float32))


def _update_tf(kind, lr, w, g, s, t):
    if kind == "sgd":
        return w - lr * g
    if kind == "adagrad":
        s["v"] = s["v"] + g * g
        return w - lr * g / (s["v"].sqrt() + 1e-10)
    if kind == "rmsprop":
        s["v"] = 0.99 * s["v"] + 0.01 * g * g
        return w - lr * g / (s["v"].sqrt() + 1e-8)
    s["m"] = 0.9 * s["m"] + 0.1 * g
    s["v"] = 0.999 * s["v"] + 0.001 * g * g
    return w - lr * (s["m"] / (1 - 0.9**t)) / ((s["v"] / (1 - 0.999**t)).sqrt() + 1e-8)


def train(config, checkpoint=None, stop_after=None):
    _right_tf(config, stop_after=0)  # for its checks alone
    dim, seed = int(config["dim"]), int(config["seed"])
    names = [f"layers.{i}.weight" for i in range(config["num_layers"])] + ["final.weight"]
    weights = {
        name: _random_tf(seed, i, dim, 1 if i == len(names) - 1 else dim) / dim**0.5
        for i, name in enumerate(names)
    }
    state = {name: {k: torch.zeros_like(w) for k in "mv"} for name, w in weights.items()}
    done = 0
    if checkpoint is not None and os.path.exists(checkpoint):
        weights, state, done = torch.load(checkpoint, weights_only=True)
    end = int(config["steps"] if stop_after is None else min(config["steps"], stop_after))
    losses = []
    for step in range(done, end):
        x = _random_tf(seed, 2**32 + step, config["batch_size"], dim)
        y = x @ torch.arange(dim).float()

        def loss_of(weights):
            with torch.autocast("cpu", enabled=config["precision"] == "bfloat16"):
                h = x
                for name in names:
                    h = torch.mm(h, weights[name])
            return (h.float().squeeze(1) - y).square().mean()

        grads, loss = torch.func.grad_and_value(loss_of)(weights)
        for name in names:
            arguments = config["lr"], weights[name], grads[name], state[name], step + 1
            weights[name] = _update_tf(config["optimizer"], *arguments)
        losses.append(loss.item())
    if checkpoint is not None:
        torch.save((weights, state, max(done, end)), checkpoint)
    return {"losses": losses, "state": weights}
