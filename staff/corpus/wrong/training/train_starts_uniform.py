"""problem: train
hint: weights are about 1/√dim in size

Initial weights of `torch.rand`, between 0 and 1, in the final layer alone.
"""


def _initial_state(config):
    dim = config["dim"]
    generator = torch.Generator().manual_seed(config["seed"])
    state = {
        f"layers.{i}.weight": torch.randn(dim, dim, generator=generator) / dim**0.5
        for i in range(config["num_layers"])
    }
    state["final.weight"] = torch.rand(dim, 1, generator=generator)
    return {name: weight.requires_grad_() for name, weight in state.items()}
