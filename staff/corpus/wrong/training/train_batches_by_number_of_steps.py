"""problem: train
hint: a batch depends on the seed and the number

Seeds the batch of step t by seed * steps + t, so that another number of steps has other
batches; 'the batch of step t a function of seed and t alone'.
"""

def _loss(state, config, step):
    batch_size, dim = config["batch_size"], config["dim"]
    generator = torch.Generator().manual_seed(int(config["seed"]) * config["steps"] + step)
    x = torch.randn(batch_size, dim, generator=generator)
    y = x @ torch.arange(dim, dtype=torch.float32)
    dtype = PRECISIONS[config["precision"]]
    with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
        hidden = x
        for weight in state.values():
            hidden = hidden @ weight
    return ((hidden.squeeze(-1).float() - y) ** 2).mean()
