"""problem: train
hint: the targets are x @ arange(dim), and nothing else
"""


def _loss(state, config, step):
    rng = np.random.default_rng([config["seed"], 1 + step])
    size = config["batch_size"], config["dim"]
    x = torch.from_numpy(rng.standard_normal(size, dtype=np.float32))
    noise = torch.from_numpy(rng.standard_normal(size[0], dtype=np.float32))
    y = x @ torch.arange(config["dim"], dtype=torch.float32) + 0.01 * noise
    dtype = PRECISIONS[config["precision"]]
    with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
        hidden = x
        for weight in state.values():
            hidden = hidden @ weight
    return ((hidden.squeeze(-1).float() - y) ** 2).mean()
