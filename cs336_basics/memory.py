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
    raise NotImplementedError("problem tensor_bytes: see handout §2.1")


def storage_bytes(x: Tensor) -> int:
    """Return the bytes of the storage that x keeps alive.

    `torch.zeros(1000, 1000)[0]` shows 4000 bytes, and keeps 4000000 alive.

    Args:
        x: a tensor of any shape, dtype and layout.

    Returns:
        Bytes.

    Handout §2.2.
    """
    raise NotImplementedError("problem storage_bytes: see handout §2.2")


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
    raise NotImplementedError("problem cuda_allocated_bytes: see handout §2.3")


def round_to_bfloat16(x: Float[Tensor, "..."]) -> Float[Tensor, "..."]:
    """Round float32 numbers to the nearest bfloat16, ties to even, by integer bit operations.

    A bfloat16 is the upper 16 bits of a float32. 1 + 2**-8 lies halfway between 1 and 1 + 2**-7
    and becomes 1, the one whose last bit is 0; 1 + 3 · 2**-8 becomes 1 + 2**-6. Infinities and
    NaN stay what they are; a number past the largest bfloat16 becomes infinity.

    Args:
        x: float32 numbers. They are not changed, and no bfloat16 or float16 tensor is made.

    Returns:
        A new float32 tensor of the same shape, every element a bfloat16.

    Raises:
        TypeError: x is not float32; the message names its dtype.

    Handout §2.4.
    """
    raise NotImplementedError("problem round_to_bfloat16: see handout §2.4")


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

    Handout §2.5.
    """
    raise NotImplementedError("problem training_bytes: see handout §2.5")


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

    Handout §2.6.
    """
    raise NotImplementedError("problem max_parameters: see handout §2.6")
