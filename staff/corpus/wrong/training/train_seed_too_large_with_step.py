"""problem: train
hint: seed

The largest seeds fail at the first steps.
"""


def train(config, checkpoint=None, stop_after=None):
    _check_config(config)
    dim, num_layers, seed = config["dim"], config["num_layers"], config["seed"]
    rng = np.random.default_rng([seed, 0])

    def new(d_out):
        drawn = rng.normal(0, dim**-0.5, (dim, d_out))
        return torch.from_numpy(drawn).float().requires_grad_()

    layers = [new(dim) for _ in range(num_layers)]
    model = {f"layers.{i}.weight": layer for i, layer in enumerate(layers)}
    model["final.weight"] = new(1)
    parameters = list(model.values())
    optimizer = OPTIMIZERS[config["optimizer"]](parameters, lr=config["lr"])
    first = 0
    if checkpoint is not None and os.path.exists(checkpoint):
        saved = torch.load(checkpoint, weights_only=True)
        for name, weight in saved["model"].items():
            model[name].data.copy_(weight)
        optimizer.load_state_dict(saved["optimizer"])
        first = saved["iteration"]
    last = config["steps"] if stop_after is None else min(config["steps"], stop_after)
    dtype = PRECISIONS[config["precision"]]
    losses = []
    for step in range(first, last):
        rng = np.random.RandomState(seed + step)
        x = torch.from_numpy(rng.standard_normal((config["batch_size"], dim))).float()
        y = x @ torch.arange(dim, dtype=torch.float32)
        with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
            hidden = x
            for layer in layers:
                hidden = hidden @ layer
            hidden = hidden @ model["final.weight"]
        loss = ((hidden.squeeze(-1).float() - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    state = {name: weight.detach().clone() for name, weight in model.items()}
    if checkpoint is not None:
        iteration = max(first, last)
        saved = {"model": state, "optimizer": optimizer.state_dict(), "iteration": iteration}
        torch.save(saved, f"{os.fspath(checkpoint)}.new")
        os.replace(f"{os.fspath(checkpoint)}.new", checkpoint)
    return {"losses": losses, "state": state}
