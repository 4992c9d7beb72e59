"""FLOPs accounting: how much work? Handout §5."""

# BEGIN SOLUTION
import itertools
import math
import operator

# END SOLUTION
from collections.abc import Sequence


def matmul_flops(a_shape: Sequence[int], b_shape: Sequence[int]) -> int:
    """Return the FLOPs of `torch.matmul(a, b)`: a multiplication and an addition for each product.

    A (64, 1, 128, 32) by a (16, 32, 256) matmul does 64 · 16 products of a 128 × 32 with a
    32 × 256 matrix: `matmul_flops((64, 1, 128, 32), (16, 32, 256))` is 2147483648. The count is
    exact, however large, and 0 where a dim is 0.

    Args:
        a_shape: shape of a, one dim or more. A 1-D operand is a vector, as torch.matmul takes it.
        b_shape: shape of b, likewise. The dims before the last two broadcast: the batch.

    Raises:
        ValueError: a shape is 0-d or has a negative size, or the two do not fit each other.

    Handout §5.1.
    """
    # BEGIN SOLUTION
    a_axes = ["...", "row", "inner"] if len(a_shape) > 1 else ["inner"]
    b_axes = ["...", "inner", "column"] if len(b_shape) > 1 else ["inner"]
    return 2 * math.prod(_axis_sizes(a_axes, b_axes, a_shape, b_shape).values())
    # END SOLUTION


def einsum_flops(pattern: str, a_shape: Sequence[int], b_shape: Sequence[int]) -> int:
    """Return the FLOPs of `einops.einsum(a, b, pattern)`: 2 × the product of all axes.

    The attention scores of 8 heads, `einsum_flops("h q d, h k d -> h q k", (8, 512, 64),
    (8, 512, 64))`, cost 268435456. The factor 2 stays where nothing is summed.

    Args:
        pattern: the axes of a and of b, separated by a comma, and those of the result after
            `->`. An axis is a name between spaces, and each name counts once, wherever it stands.
            `...` stands for any number of batch dims, which broadcast. An operand or the result
            may have no axes: ", i -> i" is valid.
        a_shape: shape of a.
        b_shape: shape of b.

    Raises:
        ValueError: pattern is not of this form, a shape has not as many dims as its axes or has
            a negative size, a name has two sizes, batch dims do not broadcast, or the result
            names an axis that no operand has.

    Handout §5.2.
    """
    # BEGIN SOLUTION
    operands, arrow, output = pattern.partition("->")
    if not arrow or operands.count(",") != 1:
        raise ValueError(f"pattern must look like 'a b, b c -> a c', got {pattern!r}")
    a_axes, b_axes = map(_axes, operands.split(","))
    for axis in _axes(output):
        if axis not in {*a_axes, *b_axes, "..."}:
            raise ValueError(f"pattern {pattern!r}: no operand has the output axis {axis}")
    return 2 * math.prod(_axis_sizes(a_axes, b_axes, a_shape, b_shape).values())
    # END SOLUTION


def mlp_forward_flops(batch: int, dims: Sequence[int]) -> int:
    """Return the FLOPs of a forward pass through a chain of linear layers without bias.

    `mlp_forward_flops(32, [1024, 4096, 1024])` is 536870912, half of it for each layer.

    Args:
        batch: rows of the input.
        dims: the widths: layer i is a dims[i] × dims[i + 1] matrix. One width alone is no layer.

    Raises:
        ValueError: a size is negative, or dims is empty.

    Handout §5.3.
    """
    # BEGIN SOLUTION
    return sum(_layer_flops(batch, dims))
    # END SOLUTION


def mlp_backward_flops(
    batch: int,
    dims: Sequence[int],
    input_requires_grad: bool = False,
    trainable: Sequence[bool] | None = None,
) -> int:
    """Return the FLOPs that autograd spends on the backward pass of the same chain.

    The gradient of the output is given. From there down a layer takes two matmuls, each as dear
    as the forward one: its weight's gradient and its input's. Autograd leaves out what nobody
    needs: `mlp_backward_flops(32, [64, 64, 10])` is 344064, since the first layer's input needs
    no gradient; with `input_requires_grad=True` it is 606208, twice the forward pass.

    Args:
        batch: rows of the input.
        dims: the widths, at least one, as in `mlp_forward_flops`.
        input_requires_grad: whether the gradient of the chain's input is asked for.
        trainable: for each layer, whether its weight needs a gradient; None: all do. The
            gradient flows down through frozen layers only as far as something needs it.

    Raises:
        ValueError: a size is negative, dims is empty, or trainable has not one entry a layer.

    Handout §5.4.
    """
    # BEGIN SOLUTION
    layers = _layer_flops(batch, dims)
    if trainable is None:
        trainable = [True] * len(layers)
    if len(trainable) != len(layers):
        raise ValueError(f"trainable must have {len(layers)} entries, got {trainable}")
    total, needed_below = 0, bool(input_requires_grad)
    for flops, weight_gradient in zip(layers, map(bool, trainable), strict=True):
        total += flops * (weight_gradient + needed_below)
        needed_below |= weight_gradient
    return total
    # END SOLUTION


def transformer_parameters(num_layers: int, d_model: int, d_ff: int, vocab_size: int) -> int:
    """Return the number of parameters in a Transformer's matrices.

    A block has four d_model × d_model matrices (queries, keys, values, output) and two of
    d_model × d_ff; after the last block comes one head of vocab_size × d_model. There is nothing
    else. GPT-3 but for its head, `transformer_parameters(96, 12288, 49152, 0)`, has 173946175488.

    Args:
        num_layers: number of blocks.
        d_model: width of the residual stream.
        d_ff: width inside the feed-forward layer.
        vocab_size: number of rows of the head.

    Raises:
        ValueError: a size is negative.

    Handout §5.5.
    """
    # BEGIN SOLUTION
    return _transformer_parameters(num_layers, d_model, d_ff, vocab_size)
    # END SOLUTION


def transformer_forward_flops(
    batch: int, seq: int, num_layers: int, d_model: int, d_ff: int, vocab_size: int
) -> int:
    """Return the FLOPs of the matmuls in a Transformer's forward pass.

    The matrices of `transformer_parameters`, each used once a token (an embedding lookup is no
    matmul), and in every block the attention scores and the weighted sum of the values, over
    the full seq × seq square. The number of heads does not matter. Two blocks of width 64,
    `transformer_forward_flops(1, 128, 2, 64, 256, 1000)`, cost 49938432.

    Args:
        batch: number of sequences.
        seq: tokens in each.
        num_layers: as in `transformer_parameters`.
        d_model: as there.
        d_ff: as there.
        vocab_size: as there.

    Raises:
        ValueError: a size is negative.

    Handout §5.6.
    """
    # BEGIN SOLUTION
    tokens = _count("batch", batch) * _count("seq", seq)
    matrices = _transformer_parameters(num_layers, d_model, d_ff, vocab_size)
    scores = 2 * tokens * int(seq) * int(d_model)
    return 2 * tokens * matrices + int(num_layers) * 2 * scores
    # END SOLUTION


def training_flops(num_parameters: int, num_tokens: int) -> float:
    """Return the FLOPs of training: for each parameter and token 2 forward and 4 backward.

    70B parameters on 15T tokens: `training_flops(70_000_000_000, 15_000_000_000_000)` is 6.3e24.

    Args:
        num_parameters: number of parameters.
        num_tokens: number of tokens, over the whole training.

    Raises:
        ValueError: a count is negative.

    Handout §5.7.
    """
    # BEGIN SOLUTION
    return _training_flops(num_parameters, num_tokens)
    # END SOLUTION


def training_days(
    num_parameters: int, num_tokens: int, num_devices: int, flop_per_sec: float, mfu: float
) -> float:
    """Return the days that training takes.

    70B parameters on 15T tokens with 1024 H100s, each promising 1979e12 / 2 FLOP/s, at an MFU
    of 0.5, take 143.93 days.

    Args:
        num_parameters: as in `training_flops`.
        num_tokens: as in `training_flops`.
        num_devices: number of devices, at least 1.
        flop_per_sec: the FLOP/s that one device promises, above 0.
        mfu: the fraction of the promise that is achieved, above 0; nothing is too large.

    Raises:
        ValueError: a count is negative, or num_devices, flop_per_sec or mfu is not positive.

    Handout §5.7.
    """
    # BEGIN SOLUTION training_flops
    _check_positive(num_devices=num_devices, flop_per_sec=flop_per_sec, mfu=mfu)
    flops = _training_flops(num_parameters, num_tokens)
    return float(flops / (float(num_devices) * flop_per_sec * mfu) / (24 * 60 * 60))
    # END SOLUTION


def mfu(flops: float, seconds: float, promised_flop_per_sec: float) -> float:
    """Return the model FLOPs utilization: achieved over promised FLOP/s.

    A step of 1e15 FLOPs that took 4 seconds on a device that promises 989.5e12 FLOP/s reached
    an MFU of 0.2527. Nothing is clipped: a result above 1 tells of a mistake in measuring.

    Args:
        flops: FLOPs done.
        seconds: time they took, above 0.
        promised_flop_per_sec: dense peak of the device for the dtype that was used, above 0.

    Raises:
        ValueError: seconds or promised_flop_per_sec is not positive.

    Handout §5.8.
    """
    # BEGIN SOLUTION
    _check_positive(seconds=seconds, promised_flop_per_sec=promised_flop_per_sec)
    return float(flops / seconds / promised_flop_per_sec)
    # END SOLUTION


# BEGIN SOLUTION
def _count(name: str, count: int) -> int:
    """Return any kind of integer as a Python one, which cannot overflow; it is not negative."""
    if count < 0:
        raise ValueError(f"{name} must be 0 or more, got {count}")
    return operator.index(count)


def _axes(part: str) -> list[str]:
    """Return the axes of one operand of a pattern, or of its result."""
    axes = part.replace("...", " ... ").split()
    if axes.count("...") > 1 or not all(axis.isidentifier() for axis in {*axes} - {"..."}):
        raise ValueError(f"pattern must be names between spaces, and '...' once, got {part!r}")
    return axes


def _axis_sizes(
    a_axes: list[str], b_axes: list[str], a_shape: Sequence[int], b_shape: Sequence[int]
) -> dict[str, int]:
    """Return the size of each axis; `...` becomes "...1", "...2" and so on, from the right."""
    sizes: dict[str, int] = {}
    for name, axes, shape in (("a_shape", a_axes, a_shape), ("b_shape", b_axes, b_shape)):
        if "..." in axes:
            start, count = axes.index("..."), len(shape) - len(axes) + 1
            axes = axes[:start] + [f"...{i}" for i in range(count, 0, -1)] + axes[start + 1 :]
        if len(axes) != len(shape):
            raise ValueError(f"{name} {tuple(shape)} should have the axes {axes}")
        for axis, size in zip(axes, [_count(name, size) for size in shape], strict=True):
            known = sizes.setdefault(axis, size)
            if axis.startswith("...") and 1 in (known, size):
                sizes[axis] = size if known == 1 else known
            elif size != known:
                shapes = f"a_shape {tuple(a_shape)} and b_shape {tuple(b_shape)}"
                raise ValueError(f"{shapes} do not fit: {axis} is {known} and {size}")
    return sizes


def _layer_flops(batch: int, dims: Sequence[int]) -> list[int]:
    """Return the forward FLOPs of each layer in a chain."""
    rows = _count("batch", batch)
    widths = [_count("dims", width) for width in dims]
    if not widths:
        raise ValueError(f"dims must have at least one width, got {dims}")
    return [2 * rows * width * following for width, following in itertools.pairwise(widths)]


def _transformer_parameters(num_layers: int, d_model: int, d_ff: int, vocab_size: int) -> int:
    """Return the size of all matrices; each is used once a token. Two problems share this."""
    width = _count("d_model", d_model)
    block = 4 * width**2 + 2 * width * _count("d_ff", d_ff)
    return _count("num_layers", num_layers) * block + _count("vocab_size", vocab_size) * width


def _training_flops(num_parameters: int, num_tokens: int) -> float:
    """Return six FLOPs for each parameter and token. Two problems share this."""
    return float(6 * _count("num_parameters", num_parameters) * _count("num_tokens", num_tokens))


def _check_positive(**values: float) -> None:
    for name, value in values.items():
        if not value > 0:
            raise ValueError(f"{name} must be positive, got {value}")


# END SOLUTION
