"""Memory accounting: how many bytes? Handout §2."""

import torch
from jaxtyping import Float
from torch import Tensor


def tensor_bytes(x: Tensor) -> int:
    """Return the bytes of the elements that x shows: their number times the size of one.

    Nothing is copied: a tensor on `meta`, without data, has its bytes, too. A 4·12288 × 12288
    float32 matrix, one of GPT-3's, takes 2415919104 bytes (2304 MiB).

    Args:
        x: a tensor of any shape, dtype and layout. An expanded tensor shows its elements
            repeatedly, and each showing counts.

    Returns:
        Bytes.

    Handout §2.1.
    """
    # BEGIN SOLUTION
    return x.numel() * x.element_size()
    # END SOLUTION


def storage_bytes(x: Tensor) -> int:
    """Return the bytes of the storage that x keeps alive.

    `torch.zeros(1000, 1000)[0]` shows 4000 bytes, and keeps 4000000 alive.

    Args:
        x: a tensor of any shape, dtype and layout.

    Returns:
        Bytes.

    Handout §2.2.
    """
    # BEGIN SOLUTION
    return x.untyped_storage().nbytes()
    # END SOLUTION


def cuda_allocated_bytes(sizes: list[int]) -> int:
    """Return what `torch.cuda.memory_allocated()` grows by for tensors of these byte sizes.

    The caching allocator rounds each block up to a multiple of 512 bytes:
    `cuda_allocated_bytes([4096, 4, 0])` is 4608. What it may add to one of over 1 MiB is left out.

    Args:
        sizes: the bytes of each tensor, 0 or more.

    Returns:
        Bytes.

    Raises:
        ValueError: a size is negative.

    Handout §2.3.
    """
    # BEGIN SOLUTION
    if any(size < 0 for size in sizes):
        raise ValueError(f"sizes must be 0 or more, got {sizes}")
    return sum(-(-int(size) // 512) * 512 for size in sizes)
    # END SOLUTION


def round_to_bfloat16(x: Float[Tensor, "..."]) -> Float[Tensor, "..."]:
    """Round float32 numbers to the nearest bfloat16, ties to even, by integer bit operations.

    A bfloat16 is the upper 16 bits of a float32. 1 + 2**-8 lies halfway between 1 and 1 + 2**-7
    and becomes 1, the one whose last bit is 0; 1 + 3 · 2**-8 becomes 1 + 2**-6. Infinities and
    NaN stay what they are; a number past the largest bfloat16 becomes infinity.

    Args:
        x: float32 numbers, which may require a gradient; the result need not. They are not changed,
            and no bfloat16 or float16 tensor is made.

    Returns:
        A new float32 tensor of the same shape, every element a bfloat16.

    Raises:
        TypeError: x is not float32; the message names its dtype.

    Handout §2.4.
    """
    # BEGIN SOLUTION
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    bits = x.view(torch.int32)
    last_kept_bit = (bits >> 16) & 1
    rounded = (bits + 0x7FFF + last_kept_bit) & ~0xFFFF
    return torch.where(x.isnan(), x, rounded.view(torch.float32))
    # END SOLUTION


def round_to_float(
    x: Float[Tensor, "..."], exponent_bits: int, mantissa_bits: int, infinity: bool = True
) -> Float[Tensor, "..."]:
    """Round float32 numbers to the nearest number of a smaller format, ties to even.

    The format has a sign bit, `exponent_bits` and `mantissa_bits`. Its exponents are biased by
    2**(exponent_bits - 1) - 1, and the lowest one is that of the subnormal numbers. With `infinity`
    the highest one belongs to infinity and NaN, and what is too large becomes infinity. Without,
    it has numbers like the others, except that the largest mantissa is NaN; what is too large, and
    infinity, become NaN.

    With 4 and 3 bits and no infinity, E4M3, 0.3 becomes 0.3125, 464 becomes 448, the largest
    number, 465 becomes NaN, and 0.003 becomes 0.00390625, a subnormal. With 5 and 2 bits, E5M2,
    465 becomes 448, and 1e5 becomes infinity.

    Args:
        x: float32 numbers, which may require a gradient; the result need not. They are not changed,
            and no tensor of a smaller float dtype is made.
        exponent_bits: from 2 to 8.
        mantissa_bits: from 1 to 23.
        infinity: whether the format has infinities.

    Returns:
        A new float32 tensor of the same shape. NaN stays NaN, and zeros keep their sign.

    Raises:
        TypeError: x is not float32; the message names its dtype.
        ValueError: exponent_bits or mantissa_bits is out of range.

    Handout §2.5.
    """
    # BEGIN SOLUTION
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    if not 2 <= exponent_bits <= 8:
        raise ValueError(f"exponent_bits must be from 2 to 8, got {exponent_bits}")
    if not 1 <= mantissa_bits <= 23:
        raise ValueError(f"mantissa_bits must be from 1 to 23, got {mantissa_bits}")
    lowest = 2 - 2 ** (int(exponent_bits) - 1)
    highest = (1 if infinity else 2) - lowest
    step_at_1 = 2.0 ** -int(mantissa_bits)
    largest = (2 - step_at_1 * (1 if infinity else 2)) * 2.0**highest

    exact = x.double()
    power = (exact.view(torch.int64) & (0x7FF << 52)).view(torch.float64)  # exact / power is in 1…2
    step = power.clamp(2.0**lowest, 2.0**highest) * step_at_1
    rounded = torch.round(exact / step) * step  # torch.round takes ties to even
    too_large = rounded * torch.inf if infinity else torch.nan
    return torch.where(rounded.abs() <= largest, rounded, too_large).float()
    # END SOLUTION


def training_bytes(
    num_parameters: int, num_activations: int, optimizer: str, precision: str
) -> dict[str, int]:
    """Return the bytes that one training step holds, by what they are for.

    With optimizer "adam" in "float32", 1000 parameters and 500 activations take 4000 bytes of
    parameters, 4000 of gradients, 8000 of optimizer state and 2000 of activations: 18000.

    Args:
        num_parameters: number of parameters, 0 or more.
        num_activations: number of activations kept for the backward pass, 0 or more.
        optimizer: "sgd", "momentum", "adagrad", "rmsprop" or "adam". They keep 0, 1, 1, 1 and
            2 float32 values for each parameter.
        precision: "float32", 4 bytes for every value; or "bfloat16", 2 bytes for parameters,
            gradients and activations, and a 4-byte master copy counted under parameters.

    Returns:
        A dict with the keys parameters, gradients, optimizer_state, activations and total.

    Raises:
        ValueError: a count is negative, or optimizer or precision is unknown.

    Handout §2.6.
    """
    # BEGIN SOLUTION
    for name, count in (("num_parameters", num_parameters), ("num_activations", num_activations)):
        if count < 0:
            raise ValueError(f"{name} must be 0 or more, got {count}")
    return bytes_by_use(int(num_parameters), int(num_activations), optimizer, precision)
    # END SOLUTION


def max_parameters(num_devices: int, bytes_per_device: int, optimizer: str, precision: str) -> int:
    """Return the most parameters that the pooled memory of all devices can train.

    Parameters, gradients and optimizer state count, activations do not. Eight devices of
    80e9 bytes train 40000000000 parameters with Adam in float32, at 16 bytes each.

    Args:
        num_devices: number of devices, 0 or more.
        bytes_per_device: bytes of memory of each, 0 or more.
        optimizer: as in `training_bytes`.
        precision: as in `training_bytes`.

    Returns:
        The number of parameters, rounded down.

    Raises:
        ValueError: a count is negative, or optimizer or precision is unknown.

    Handout §2.7.
    """
    # BEGIN SOLUTION
    for name, count in (("num_devices", num_devices), ("bytes_per_device", bytes_per_device)):
        if count < 0:
            raise ValueError(f"{name} must be 0 or more, got {count}")
    per_parameter = sum(bytes_per_parameter(optimizer, precision).values())
    return int(num_devices) * int(bytes_per_device) // per_parameter
    # END SOLUTION


def transformer_step_bytes(
    batch: int,
    seq: int,
    num_layers: int,
    d_model: int,
    num_heads: int,
    d_ff: int,
    vocab_size: int,
    optimizer: str,
    precision: str,
    checkpointed: bool = False,
) -> dict[str, int]:
    """Return the bytes that one training step of a Transformer holds, by what they are for.

    The parameters are the matrices: each block has four of d_model × d_model and two of
    d_model × d_ff, and there is one output head, vocab_size × d_model. They, their gradients and
    the optimizer's state take what `training_bytes` says. These activations are kept for the
    backward pass:

    - In each block, seven of d_model numbers a token: two norms, queries, keys, values, the
      weighted sum of the values, the output projection; and the scores and their softmax, seq × seq
      numbers each for every head. Of the feed-forward layer, W1's output and the activation
      function's, d_ff numbers a token each, and W2's output, d_model.
    - At the end, once: the final norm, d_model numbers a token; the logits and their softmax,
      vocab_size numbers a token each.

    `transformer_step_bytes(1, 128, 2, 64, 4, 256, 1000, "adam", "float32")`, two blocks of width
    64 and a sequence of 128 tokens, takes 649216 bytes of parameters, 649216 of gradients, 1298432
    of optimizer state and 3153920 of activations: 5750784.

    Args:
        batch: number of sequences, 0 or more.
        seq: tokens in each, 0 or more.
        num_layers: number of blocks, 0 or more.
        d_model: width of the model, 0 or more.
        num_heads: number of attention heads, 1 or more. It need not divide d_model.
        d_ff: width inside the feed-forward layer, 0 or more.
        vocab_size: number of tokens that the head tells apart, 0 or more.
        optimizer: as in `training_bytes`.
        precision: as in `training_bytes`; all activations have its size.
        checkpointed: keep of the blocks only each one's input, d_model numbers a token, and the
            activations of one block, which backward computes again. The end is kept as before.

    Returns:
        A dict with the keys parameters, gradients, optimizer_state, activations and total.

    Raises:
        ValueError: a size is negative, num_heads is below 1, or optimizer or precision is unknown.

    Handout §2.8.
    """
    # BEGIN SOLUTION
    b, s, layers, d, heads, ff, vocab = _counts(
        batch=batch,
        seq=seq,
        num_layers=num_layers,
        d_model=d_model,
        num_heads=num_heads,
        d_ff=d_ff,
        vocab_size=vocab_size,
    )
    if heads < 1:
        raise ValueError(f"num_heads must be 1 or more, got {num_heads}")
    parameters = layers * (4 * d * d + 2 * d * ff) + vocab * d
    block = 8 * b * s * d + 2 * b * s * ff + 2 * b * heads * s * s
    end = b * s * d + 2 * b * s * vocab
    activations = layers * block + end
    if checkpointed and layers > 0:
        activations = layers * b * s * d + block + end
    return bytes_by_use(parameters, activations, optimizer, precision)
    # END SOLUTION


def max_batch(
    bytes_per_device: int,
    seq: int,
    num_layers: int,
    d_model: int,
    num_heads: int,
    d_ff: int,
    vocab_size: int,
    optimizer: str,
    precision: str,
    checkpointed: bool = False,
) -> int:
    """Return the most sequences of which a training step fits into the memory of one device.

    All that `transformer_step_bytes` counts must fit. Of GPT-2 XL, with sequences of 1024 tokens,
    80e9 bytes hold 3: `max_batch(80 * 10**9, 1024, 48, 1600, 25, 6400, 50257, "adam", "float32")`.
    With `checkpointed=True` they hold 52.

    Args:
        bytes_per_device: bytes of its memory, 0 or more.
        seq: tokens in each sequence, 1 or more.
        num_layers: as in `transformer_step_bytes`, and so are the others.
        d_model: as there.
        num_heads: as there.
        d_ff: as there.
        vocab_size: as there.
        optimizer: as there.
        precision: as there.
        checkpointed: as there.

    Returns:
        The largest batch that fits; 0 where none does.

    Raises:
        ValueError: a size is negative, seq or num_heads is below 1, or optimizer or precision is
            unknown.

    Handout §2.8.
    """
    # BEGIN SOLUTION transformer_step_bytes
    (memory,) = _counts(bytes_per_device=bytes_per_device)
    if seq < 1:
        raise ValueError(f"seq must be 1 or more, got {seq}")
    model = (num_layers, d_model, num_heads, d_ff, vocab_size, optimizer, precision, checkpointed)
    empty = transformer_step_bytes(0, seq, *model)["total"]
    sequence = transformer_step_bytes(1, seq, *model)["total"] - empty
    return max(0, (memory - empty) // sequence)
    # END SOLUTION


# BEGIN SOLUTION
STATE_VALUES_PER_PARAMETER = {"sgd": 0, "momentum": 1, "adagrad": 1, "rmsprop": 1, "adam": 2}


def bytes_per_parameter(optimizer: str, precision: str) -> dict[str, int]:
    """Return the bytes that a parameter takes as parameter, gradient and optimizer state."""
    if optimizer not in STATE_VALUES_PER_PARAMETER:
        known = ", ".join(STATE_VALUES_PER_PARAMETER)
        raise ValueError(f"optimizer must be one of {known}, got {optimizer!r}")
    if precision not in ("float32", "bfloat16"):
        raise ValueError(f"precision must be float32 or bfloat16, got {precision!r}")
    return {
        "parameters": 4 if precision == "float32" else 2 + 4,
        "gradients": 4 if precision == "float32" else 2,
        "optimizer_state": 4 * STATE_VALUES_PER_PARAMETER[optimizer],
    }


def bytes_by_use(
    num_parameters: int, num_activations: int, optimizer: str, precision: str
) -> dict[str, int]:
    """Return the bytes of parameters, gradients, optimizer state and activations, and their sum."""
    per_parameter = bytes_per_parameter(optimizer, precision)
    sizes = {name: num_parameters * size for name, size in per_parameter.items()}
    sizes["activations"] = num_activations * (4 if precision == "float32" else 2)
    return {**sizes, "total": sum(sizes.values())}


def _counts(**counts: int) -> list[int]:
    """Return counts as Python integers, which do not overflow; refuse negative ones."""
    for name, count in counts.items():
        if count < 0:
            raise ValueError(f"{name} must be 0 or more, got {count}")
    return [int(count) for count in counts.values()]


# END SOLUTION
