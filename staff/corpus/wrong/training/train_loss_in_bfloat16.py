"""problem: train
hint: take the loss in float32

Rounds the targets down to the model's output, instead of casting the output up.
"""


def _loss(state, config, step):
    rng = np.random.default_rng([config["seed"], 1 + step])
    size = config["batch_size"], config["dim"]
    x = torch.from_numpy(rng.standard_normal(size, dtype=np.float32))
    y = x @ torch.arange(config["dim"], dtype=torch.float32)
    dtype = PRECISIONS[config["precision"]]
    with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
        hidden = x
        for weight in state.values():
            hidden = hidden @ weight
    return ((hidden.squeeze(-1) - y.to(hidden.dtype)) ** 2).mean()
