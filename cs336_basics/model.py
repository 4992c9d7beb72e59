"""The lecture's deep linear model. Handout §7."""

import torch
from jaxtyping import Float
from torch import Tensor, nn


def init_weight(d_in: int, d_out: int, generator: torch.Generator) -> Float[Tensor, "d_in d_out"]:
    """Draw a weight: normal with standard deviation 1/√d_in, truncated at three of them.

    With unscaled numbers the outputs of x @ w would grow like √d_in. For d_in = 16384 the
    standard deviation is 1/128, and no element lies outside ±3/128; the one in 370 that would is
    drawn again, not moved to the bound.

    Args:
        d_in: number of inputs, 0 or more.
        d_out: number of outputs, 0 or more.
        generator: the source of all randomness; torch's global one is left alone.

    Returns:
        A plain float32 tensor. The same state of the generator gives the same weight.

    Raises:
        ValueError: a size is negative.

    Handout §7.1.
    """
    raise NotImplementedError("problem init_weight: see handout §7.1")


class Cruncher(nn.Module):
    """A chain of linear layers without bias and with nothing in between.

    `num_layers` layers of dim × dim, the parameters `layers.0.weight`, `layers.1.weight` and so
    on, then a head of dim × 1, the parameter `final.weight`. Each layer multiplies from the
    right, x @ weight. All start as `init_weight` says, from torch's global generator.

    With dim 2, one layer of weight [[1, 2], [3, 4]] and a head [[5], [6]], the row [1, 1]
    becomes [4, 6] and then 56.

    Args:
        dim: width of every layer, 0 or more.
        num_layers: number of square layers, 0 or more.

    Raises:
        ValueError: dim or num_layers is negative.

    Handout §7.2.
    """

    def __init__(self, dim: int, num_layers: int) -> None:
        super().__init__()
        raise NotImplementedError("problem cruncher: see handout §7.2")

    def forward(self, x: Float[Tensor, "batch dim"]) -> Float[Tensor, " batch"]:
        """Return one number for each row of x."""
        raise NotImplementedError("problem cruncher: see handout §7.2")


def num_parameters(model: nn.Module) -> int:
    """Return the number of parameters of a model: of numbers, not of tensors.

    `num_parameters(nn.Linear(3, 4))` is 16. A parameter that several modules share counts once,
    a frozen one counts too, buffers do not.

    Args:
        model: any module; it is not changed.

    Handout §7.3.
    """
    raise NotImplementedError("problem num_parameters: see handout §7.3")
