"""problem: train
hint: 0 for every step of seed 0

Multiplies the seed by the number of the step.
"""


def _loss(state, config, step):
    rng = np.random.default_rng(config["seed"] * (step + 1))
    x = torch.from_numpy(
        rng.standard_normal((config["batch_size"], config["dim"]), dtype=np.float32)
    )
    y = x @ torch.arange(config["dim"], dtype=torch.float32)
    dtype = PRECISIONS[config["precision"]]
    with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
        hidden = x
        for weight in state.values():
            hidden = hidden @ weight
    return ((hidden.squeeze(-1).float() - y) ** 2).mean()
