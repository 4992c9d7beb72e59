"""problem: train
hint: autocast is for the model alone

Makes the targets under autocast: in bfloat16 they are rounded.
"""


def _loss(state, config, step):
    batch_size, dim = config["batch_size"], config["dim"]
    rng = np.random.default_rng([config["seed"], 1 + step])
    x = torch.from_numpy(rng.standard_normal((batch_size, dim), dtype=np.float32))
    dtype = PRECISIONS[config["precision"]]
    with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
        y = (x @ torch.arange(dim, dtype=torch.float32)).float()
        hidden = x
        for weight in state.values():
            hidden = hidden @ weight
    return ((hidden.squeeze(-1).float() - y) ** 2).mean()
