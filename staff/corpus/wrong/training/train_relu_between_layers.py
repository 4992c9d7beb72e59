"""problem: train
hint: no ReLU

A ReLU after each layer, and x above 0.
"""


def _loss(state, config, step):
    rng = np.random.default_rng([config["seed"], 1 + step])
    x = torch.from_numpy(rng.random((config["batch_size"], config["dim"]))).float()
    y = x @ torch.arange(config["dim"], dtype=torch.float32)
    *layers, final = state.values()
    dtype = PRECISIONS[config["precision"]]
    with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
        hidden = x
        for layer in layers:
            hidden = torch.relu(hidden @ layer)
        hidden = hidden @ final
    return ((hidden.squeeze(-1).float() - y) ** 2).mean()
