"""problem: train
hint: numbers about 1 in size

Inputs of about 5 in size.
"""


def _loss(state, config, step):
    rng = np.random.default_rng([config["seed"], 1 + step])
    size = config["batch_size"], config["dim"]
    x = 4 + 3 * torch.from_numpy(rng.standard_normal(size, dtype=np.float32))
    y = x @ torch.arange(config["dim"], dtype=torch.float32)
    dtype = PRECISIONS[config["precision"]]
    with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
        hidden = x
        for weight in state.values():
            hidden = hidden @ weight
    return ((hidden.squeeze(-1).float() - y) ** 2).mean()
