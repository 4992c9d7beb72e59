"""problem: train
hint: divide the weights that you draw by √dim

Initial weights of `torch.randn`, as they come.
"""


def _initial_state(config):
    dim = config["dim"]
    generator = torch.Generator().manual_seed(config["seed"])
    shapes = {f"layers.{i}.weight": (dim, dim) for i in range(config["num_layers"])}
    shapes["final.weight"] = (dim, 1)
    return {
        name: torch.randn(shape, generator=generator).requires_grad_()
        for name, shape in shapes.items()
    }
