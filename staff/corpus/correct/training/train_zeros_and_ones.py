"""Inputs of 0 and 1: now and then a batch is all 0, or like the one of another seed."""


def _loss(state, config, step):
    rng = np.random.default_rng([config["seed"], 1 + step])
    x = torch.from_numpy(rng.integers(0, 2, (config["batch_size"], config["dim"]))).float()
    y = x @ torch.arange(config["dim"], dtype=torch.float32)
    with torch.autocast("cpu", torch.bfloat16, enabled=config["precision"] == "bfloat16"):
        for weight in state.values():
            x = x @ weight
    return (x.float()[:, 0] - y).square().mean()
