"""problem: train
hint: the weights themselves stay float32

Turns the weights into bfloat16, where they lose what small steps add.
"""

def train(config, checkpoint=None, stop_after=None):
    _check_config(config)
    dtype = PRECISIONS[config["precision"]]
    dim, batch_size, seed = config["dim"], config["batch_size"], config["seed"]
    rng = np.random.default_rng([seed, 0])
    shapes = {f"layers.{i}.weight": (dim, dim) for i in range(config["num_layers"])}
    shapes["final.weight"] = (dim, 1)
    state = {
        name: torch.from_numpy(rng.normal(0, dim**-0.5, shape)).to(dtype).requires_grad_()
        for name, shape in shapes.items()
    }
    optimizer = OPTIMIZERS[config["optimizer"]](state.values(), lr=config["lr"])
    first = 0
    if checkpoint is not None and os.path.exists(checkpoint):
        saved = torch.load(checkpoint, weights_only=True)
        for name, weight in saved["model"].items():
            state[name].data.copy_(weight)
        optimizer.load_state_dict(saved["optimizer"])
        first = saved["iteration"]
    last = config["steps"] if stop_after is None else min(config["steps"], stop_after)
    losses = []
    for step in range(first, last):
        rng = np.random.default_rng([seed, 1 + step])
        x = torch.from_numpy(rng.standard_normal((batch_size, dim), dtype=np.float32))
        y = x @ torch.arange(dim, dtype=torch.float32)
        hidden = x.to(dtype)
        for weight in state.values():
            hidden = hidden @ weight
        loss = ((hidden.squeeze(-1).float() - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    state = {name: weight.detach() for name, weight in state.items()}
    if checkpoint is not None:
        iteration = max(first, last)
        torch.save(
            {"model": state, "optimizer": optimizer.state_dict(), "iteration": iteration},
            checkpoint,
        )
    return {"losses": losses, "state": {name: weight.float() for name, weight in state.items()}}
