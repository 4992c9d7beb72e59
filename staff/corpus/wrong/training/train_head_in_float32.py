"""problem: train
hint: those of the final layer too

Only the square layers run under autocast.
"""


def _loss(state, config, step):
    batch_size, dim = config["batch_size"], config["dim"]
    rng = np.random.default_rng([config["seed"], 1 + step])
    x = torch.from_numpy(rng.standard_normal((batch_size, dim), dtype=np.float32))
    y = x @ torch.arange(dim, dtype=torch.float32)
    dtype = PRECISIONS[config["precision"]]
    *layers, final = state.values()
    with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
        hidden = x
        for weight in layers:
            hidden = hidden @ weight
    return ((hidden.float() @ final).squeeze(-1).sub(y) ** 2).mean()
