"""Data: batches of windows from one long array of tokens. Handout §8."""

import numpy as np
import torch
from jaxtyping import Int, Integer
from torch import Tensor


def get_batch(
    dataset: Integer[np.ndarray, " tokens"],
    batch_size: int,
    context_length: int,
    device: str | torch.device,
) -> tuple[Int[Tensor, "batch context"], Int[Tensor, "batch context"]]:
    """Draw random windows of tokens, and the same windows moved on by one as their targets.

    With the dataset [7, 1, 4, 4, 9] and context_length 3 there are two windows to start from:
    x = [7, 1, 4] with y = [1, 4, 4], and x = [1, 4, 4] with y = [4, 4, 9]. Each row of a batch
    is one of them, drawn independently of the other rows and as often as the other.

    Only the windows are read: the dataset may be a memory map far larger than memory. For a CUDA
    device the batch is copied from pinned memory without blocking.

    Args:
        dataset: token ids of any integer dtype, such as uint16, in native byte order; in memory
            or a memory map. It shares no memory with the result.
        batch_size: rows of a batch, 1 or more.
        context_length: tokens in a row, 1 or more.
        device: where the batch goes.

    Returns:
        x and y, int64. The starts come from Python's, NumPy's or torch's global generator.

    Raises:
        ValueError: batch_size or context_length is below 1, or the dataset has fewer than
            context_length + 1 tokens.

    Handout §8.1.
    """
    raise NotImplementedError("problem get_batch: see handout §8.1")
