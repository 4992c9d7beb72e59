"""Numbers of the handout that come from running training code."""

from types import ModuleType

import torch
from torch import Tensor, nn


def float16_scaling() -> dict[str, object]:
    """Return a small gradient's value in float16, with and without a scale."""
    gradient, scale = 1e-8, 2.0**16
    finfo = torch.finfo(torch.float16)
    return {
        "smallest": finfo.smallest_normal * finfo.eps,
        "gradient": gradient,
        "scale": int(scale),
        "unscaled": torch.tensor(gradient).half().item(),
        "scaled": round((torch.tensor(gradient) * scale).half().item() / scale, 12),
    }


def accumulation(training: ModuleType) -> dict[str, object]:
    """Return the losses of two micro-batches of unequal size, and of both together."""
    sizes, targets = [3, 1], [1.0, 3.0]
    micro_batches = [
        (torch.ones(size, 1), torch.full((size, 1), target))
        for size, target in zip(sizes, targets, strict=True)
    ]
    model = nn.Linear(1, 1, bias=False)
    nn.init.zeros_(model.weight)
    losses = [nn.functional.mse_loss(model(x), y).item() for x, y in micro_batches]
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    return {
        "sizes": sizes,
        "losses": losses,
        "mean_of_means": sum(losses) / len(losses),
        "loss": training.accumulated_step(model, micro_batches, optimizer),
    }


def recomputation(training: ModuleType, inside: int = 1024) -> dict[str, object]:
    """Return the bytes of activations kept for backward, with and without checkpointing."""
    layers = nn.Sequential(
        *[nn.Sequential(nn.Linear(64, inside), nn.GELU(), nn.Linear(inside, 64)) for _ in range(4)]
    )
    parameters = {parameter.untyped_storage().data_ptr() for parameter in layers.parameters()}

    def kept(checkpointed: bool) -> int:
        x = torch.zeros(32, 64, requires_grad=True)
        saved: dict[int, Tensor] = {}

        def pack(tensor: Tensor) -> Tensor:
            saved[tensor.untyped_storage().data_ptr()] = tensor
            return tensor

        with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
            output = training.checkpointed_forward(layers, x) if checkpointed else layers(x)
        del output
        return sum(
            tensor.untyped_storage().nbytes()
            for pointer, tensor in saved.items()
            if pointer not in parameters
        )

    return {
        "layers": len(layers),
        "extra": round(8 / 6 - 1, 4),
        "plain": kept(False),
        "kept": kept(True),
    }
