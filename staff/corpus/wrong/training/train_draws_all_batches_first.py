"""problem: train

Draws the batches of all steps at once, and then the weights, from one generator: with another
number of steps the weights are others; 'the batch of step t a function of seed and t alone',
'steps changes neither the weights at the beginning nor any batch'.
"""

def _initial_state(config):
    dim = config["dim"]
    rng = np.random.default_rng(config["seed"])
    rng.standard_normal((config["steps"], config["batch_size"], dim), dtype=np.float32)
    shapes = {f"layers.{i}.weight": (dim, dim) for i in range(config["num_layers"])}
    shapes["final.weight"] = (dim, 1)
    return {
        name: torch.from_numpy(rng.normal(0, dim**-0.5, shape)).float().requires_grad_()
        for name, shape in shapes.items()
    }

def _loss(state, config, step):
    batch_size, dim = config["batch_size"], config["dim"]
    rng = np.random.default_rng(config["seed"])
    data = rng.standard_normal((config["steps"], batch_size, dim), dtype=np.float32)
    x = torch.from_numpy(data[step])
    y = x @ torch.arange(dim, dtype=torch.float32)
    dtype = PRECISIONS[config["precision"]]
    with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
        hidden = x
        for weight in state.values():
            hidden = hidden @ weight
    return ((hidden.squeeze(-1).float() - y) ** 2).mean()
