"""Orthogonal weights at first: with dim 1 they are 1 or -1, whatever the seed."""


def _initial_state(config):
    dim = config["dim"]
    shapes = {f"layers.{i}.weight": (dim, dim) for i in range(config["num_layers"])}
    shapes["final.weight"] = (dim, 1)
    generator = torch.Generator().manual_seed(config["seed"])
    return {
        name: nn.init.orthogonal_(torch.empty(shape), generator=generator).requires_grad_()
        for name, shape in shapes.items()
    }
