"""Inputs with heavy tails: one run in 300 has not learned the task after 150 steps."""

_draws_weights = _initial_state


def _loss(state, config, step):
    batch_size, dim = config["batch_size"], config["dim"]
    rng = np.random.default_rng([config["seed"], 1 + step])
    x = torch.from_numpy(rng.laplace(size=(batch_size, dim)).astype(np.float32))
    y = x @ torch.arange(dim, dtype=torch.float32)
    with torch.autocast("cpu", torch.bfloat16, enabled=config["precision"] == "bfloat16"):
        hidden = x
        for weight in state.values():
            hidden = hidden @ weight
    return ((hidden.squeeze(-1).float() - y) ** 2).mean()


def _initial_state(config):
    signs = {name: w.detach().sign() for name, w in _draws_weights(config).items()}
    return {n: (w * config["dim"] ** -0.5).requires_grad_() for n, w in signs.items()}
