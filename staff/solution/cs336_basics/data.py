"""Data: batches of windows from one long array of tokens. Handout §8."""

# BEGIN SOLUTION
import operator

# END SOLUTION
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
    # BEGIN SOLUTION
    batch_size, context_length = operator.index(batch_size), operator.index(context_length)
    if batch_size < 1:
        raise ValueError(f"batch_size must be 1 or more, got {batch_size}")
    if context_length < 1:
        raise ValueError(f"context_length must be 1 or more, got {context_length}")
    num_starts = len(dataset) - context_length
    if num_starts < 1:
        raise ValueError(
            f"dataset has {len(dataset)} tokens, too few for context_length {context_length}"
        )
    starts = torch.randint(num_starts, (batch_size,)).numpy()
    windows = np.lib.stride_tricks.sliding_window_view(dataset, context_length + 1)
    batch = torch.from_numpy(windows[starts].astype(np.int64))
    if torch.device(device).type == "cuda":
        batch = batch.pin_memory()
    batch = batch.to(device, non_blocking=True)
    return batch[:, :-1], batch[:, 1:]
    # END SOLUTION
