"""FLOPs accounting: how much work? Handout §5."""

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
    raise NotImplementedError("problem matmul_flops: see handout §5.1")


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
    raise NotImplementedError("problem einsum_flops: see handout §5.2")


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
    raise NotImplementedError("problem mlp_forward_flops: see handout §5.3")


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
    raise NotImplementedError("problem mlp_backward_flops: see handout §5.4")


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
    raise NotImplementedError("problem transformer_parameters: see handout §5.5")


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
    raise NotImplementedError("problem transformer_forward_flops: see handout §5.6")


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
    raise NotImplementedError("problem training_flops: see handout §5.7")


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
    raise NotImplementedError("problem training_flops: see handout §5.7")


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
    raise NotImplementedError("problem mfu: see handout §5.8")
