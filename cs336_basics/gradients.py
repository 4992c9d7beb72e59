"""Gradients by hand: the products behind a backward pass. Handout §5.9 to §5.11."""

from collections.abc import Mapping, Sequence
from typing import Any

from jaxtyping import Float
from torch import Tensor


def linear_backward(
    x: Float[Tensor, "... d_in"],
    w: Float[Tensor, "d_in d_out"],
    grad_output: Float[Tensor, "... d_out"],
) -> tuple[Float[Tensor, "... d_in"], Float[Tensor, "d_in d_out"]]:
    """Return the gradients of x and w where y = x @ w, without autograd.

    With x = [[1, 2]], w = [[3, 4, 5], [6, 7, 8]] and grad_output = [[1, 0, 1]], the gradient of x
    is [[8, 14]] and the gradient of w is [[1, 0, 1], [2, 0, 2]].

    Args:
        x: the input; any leading dims, none too.
        w: the weight, of the same dtype.
        grad_output: the gradient of y; its leading dims are those of x.

    Returns:
        The gradient of x, then the gradient of w, which sums over all leading dims. Both have the
        dtype of the arguments.

    Raises:
        ValueError: the leading dims of x and grad_output differ.

    Handout §5.9.
    """
    raise NotImplementedError("problem linear_backward: see handout §5.9")


def mlp_gradients(
    x: Float[Tensor, "batch d_0"],
    weights: Sequence[Float[Tensor, "d_in d_out"]],
    grad_output: Float[Tensor, "batch d_last"],
    trainable: Sequence[bool] | None = None,
    input_requires_grad: bool = False,
) -> dict[str, Any]:
    """Run an MLP forward and backward by hand: only the products that somebody asks for.

    The MLP is a chain of linear layers without bias, with a ReLU between them and none after the
    last. The derivative of ReLU at 0 is 0. With x = [[1, 2]], weights [[1, -1], [1, -1]] and
    [[2], [5]], and grad_output = [[1]], the hidden layer is [[3, 0]] after ReLU, the output
    [[6]], and the weights' gradients are [[2, 0], [4, 0]] and [[3], [0]].

    Args:
        x: the input; a batch of 0 rows is valid.
        weights: of each layer, one layer or more; a tensor may be there twice. All tensors have one
            dtype.
        grad_output: the gradient of the output.
        trainable: for each layer, whether the gradient of its weight is asked for; None: all are.
        input_requires_grad: whether the gradient of x is asked for.

    Returns:
        A dict with the keys output; input_grad, None where it is not asked for; and weight_grads,
        a list as long as weights, None for each frozen layer. The call's matrix multiplications
        are those of the forward pass and those that `mlp_backward_flops` counts, and no more.

    Raises:
        ValueError: trainable has not one entry for each layer.

    Handout §5.10.
    """
    raise NotImplementedError("problem mlp_gradients: see handout §5.10")


def which_grads(
    requires_grad: Mapping[str, bool], ops: Sequence[tuple[str, Sequence[str]]], loss: str
) -> set[str]:
    """Return the names of the tensors whose `.grad` is filled after `loss.backward()`.

    Autograd fills `.grad` of the leaves that require a gradient and that the loss is made of. With
    `requires_grad` {"x": False, "w1": True, "w2": True} and the ops ("h", ("x", "w1")) and
    ("loss", ("h",)), the result is {"w1"}: h is no leaf, and the loss is not made of w2.

    Args:
        requires_grad: the leaves by name, and whether each one requires a gradient.
        ops: in order, the name of the tensor that an op makes, and the names of the earlier
            tensors that it is made of. There may be 20000 of them, on few leaves.
        loss: the tensor on which `backward()` is called: made by an op, or a leaf.

    Raises:
        ValueError: an op is made of a tensor that no leaf and no earlier op is named, or makes one
            whose name is taken, whether or not the loss is made of it; no tensor is named like
            the loss; or the loss needs no gradient.

    Handout §5.11.
    """
    raise NotImplementedError("problem which_grads: see handout §5.11")
