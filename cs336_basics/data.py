"""Data: batches of windows from one long array of tokens, and its file. Handout §8."""

import os
from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Int, Integer
from numpy.typing import DTypeLike
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
            or a memory map, or a slice of one with a positive step. It shares no memory with the
            result.
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


def write_tokens(
    tokens: Integer[np.ndarray, " tokens"] | Sequence[int],
    path: str | os.PathLike[str],
    dtype: DTypeLike,
) -> None:
    """Write a file of tokens: one after the other, little-endian, and nothing else.

    `write_tokens([1, 258], "train.bin", np.uint16)` writes the four bytes 01 00 02 01.

    A file that was there before is replaced at once, or not at all: whatever happens in the middle
    (an exception, a full disk, a kill), it is whole. After an exception and after success no other
    file is left behind.

    Args:
        tokens: token ids, one or more: a 1-D array of any integer dtype, a list or a tuple.
        path: the file; its folder exists.
        dtype: NumPy's integer dtype that the file's tokens have, in any byte order: the file's is
            little-endian.

    Raises:
        TypeError: tokens are no integers.
        ValueError: tokens are not 1-D, or dtype cannot hold one; the message names that token.

    Handout §8.2.
    """
    raise NotImplementedError("problem token_file: see handout §8.2")


def open_tokens(path: str | os.PathLike[str], dtype: DTypeLike) -> np.memmap:
    """Open a file of tokens as a read-only array, without reading it.

    A file of a terabyte opens as fast as one of four bytes: a page is read when it is touched.

    Args:
        path: a file of little-endian tokens, as `write_tokens` makes it; or a `.npy` file, whatever
            its name is: one that begins with the bytes of `np.lib.format.MAGIC_PREFIX`.
        dtype: NumPy's integer dtype that the file's tokens have.

    Returns:
        The tokens, 1-D; those of a `.npy` file begin behind its header.

    Raises:
        ValueError: the file's size is no multiple of dtype's, or it is a `.npy` file of another
            dtype. The message names both.

    Handout §8.2.
    """
    raise NotImplementedError("problem token_file: see handout §8.2")
