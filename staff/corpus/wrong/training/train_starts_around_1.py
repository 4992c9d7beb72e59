"""problem: train
hint: weights are about 1/√dim in size

The initial weights lie 1/√dim around 1: their mean was mistaken for a scale.
"""


def _initial_state(config):
    dim = config["dim"]
    rng = np.random.default_rng([config["seed"], 0])
    shapes = {f"layers.{i}.weight": (dim, dim) for i in range(config["num_layers"])}
    shapes["final.weight"] = (dim, 1)
    return {
        name: torch.from_numpy(rng.normal(1, dim**-0.5, shape)).float().requires_grad_()
        for name, shape in shapes.items()
    }
