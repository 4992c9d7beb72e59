"""Data: batches of windows from one long array of tokens, and its file. Handout §8."""

# BEGIN SOLUTION
import contextlib
import operator

# END SOLUTION
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
    # BEGIN SOLUTION token_file
    dtype, array = np.dtype(dtype), np.asarray(tokens)
    if array.dtype.kind not in "iu":
        raise TypeError(f"tokens must be integers, got {array.dtype}")
    if array.ndim != 1:
        raise ValueError(f"tokens must be 1-D, got shape {array.shape}")
    limits = np.iinfo(dtype)
    for token in (array.min(), array.max()):
        if not limits.min <= int(token) <= limits.max:
            raise ValueError(f"tokens of dtype {dtype} cannot be {token}")
    temporary = f"{os.fspath(path)}.{os.getpid()}.tmp"
    try:
        with open(temporary, "wb") as file:
            file.write(array.astype(dtype.newbyteorder("<")).tobytes())
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.remove(temporary)
        raise
    # END SOLUTION


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
    # BEGIN SOLUTION token_file
    dtype = np.dtype(dtype)
    with open(path, "rb") as file:
        begin = file.read(len(np.lib.format.MAGIC_PREFIX))
    if begin == np.lib.format.MAGIC_PREFIX:
        array = np.load(path, mmap_mode="r")
        if array.dtype != dtype:
            raise ValueError(f"{path} holds {array.dtype}, and dtype is {dtype}")
        return array
    size = os.path.getsize(path)
    if size % dtype.itemsize:
        raise ValueError(f"{path} has {size} bytes, and dtype {dtype} takes {dtype.itemsize} each")
    return np.memmap(path, dtype.newbyteorder("<"), mode="r")
    # END SOLUTION
