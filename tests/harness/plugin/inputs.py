"""Random inputs of the tests, derived from the session's seed and the test's name alone."""

import functools
import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

# Dtypes whose operators run on any device; float8 and wider unsigned integers lack some.
DTYPES = (
    *(torch.float64, torch.float32, torch.bfloat16, torch.float16),
    *(torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool),
    *(torch.complex64, torch.complex128),
)


@functools.cache
def _stretched(seed: int) -> bytes:
    """Derive bytes in some milliseconds, so that nobody can try all 2**48 seeds."""
    return hashlib.pbkdf2_hmac("sha256", str(seed).encode(), b"cs336", 20_000)


def seeded_digest(seed: int, name: str) -> bytes:
    """Return 32 bytes that depend on a seed and a name, and do not reveal the seed."""
    return hashlib.sha256(_stretched(seed) + name.encode()).digest()


class Rng:
    """Random inputs for one test; they differ between seeds and between tests."""

    def __init__(self, seed: int, name: str) -> None:
        digest = np.frombuffer(seeded_digest(seed, name), dtype=np.uint32)
        self.numpy = np.random.default_rng(digest)
        self.torch = torch.Generator().manual_seed(self.seed())

    def seed(self) -> int:
        """Return a fresh seed in [0, 2**32)."""
        return int(self.numpy.integers(2**32))

    def integer(self, low: int, high: int) -> int:
        """Return an integer in [low, high], both ends included."""
        return int(self.numpy.integers(low, high, endpoint=True))

    def shape(self, rank: int, low: int = 1, high: int = 6) -> tuple[int, ...]:
        """Return `rank` sizes, each in [low, high]."""
        return tuple(self.integer(low, high) for _ in range(rank))

    def choice(self, options: Sequence[Any]) -> Any:
        """Return one of the options."""
        return options[self.integer(0, len(options) - 1)]

    def integer_sizes(
        self, count: int, bits: int, numpy_bits: int = 12
    ) -> Iterator[tuple[Any, ...]]:
        """Yield (type, size, …) with `count` odd sizes for each of int, np.int64 and np.int32.

        Python's sizes have `bits` + 1 bits, so that a product in float64 rounds and one in int64
        overflows. NumPy's are so small that a product of four fits their type, and with 8
        `numpy_bits` a product of five, times 1000.
        """
        for kind, power in ((int, bits), (np.int64, numpy_bits), (np.int32, 4)):
            low = 2**power
            sizes = (2 * self.integer(low // 2, low - 1) + 1 for _ in range(count))
            yield kind, *map(kind, sizes)

    def normal(self, *shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
        """Return a tensor of standard normal numbers."""
        return torch.randn(shape, generator=self.torch, dtype=torch.float64).to(dtype)

    def numbers(self, count: int, dtype: torch.dtype = torch.float32) -> Tensor:
        """Return numbers that are nearly all different and, in wide dtypes, have many digits."""
        numbers = torch.randperm(4 * count, generator=self.torch)[:count] - count
        if dtype == torch.int64:
            return numbers * (2**48 + 1)
        if dtype.is_complex:
            return torch.complex(numbers.double() / 3, numbers.flip(0).double() / 3).to(dtype)
        return (numbers / 3 if dtype == torch.float64 else numbers).to(dtype)

    def uniform(self, low: float, high: float) -> float:
        """Return a float in [low, high)."""
        return float(self.numpy.uniform(low, high))

    def tokens(self, count: int, vocabulary: int = 30_000) -> np.ndarray:
        """Return a uint16 array of token ids in [0, vocabulary)."""
        return self.numpy.integers(0, vocabulary, size=count).astype(np.uint16)


def layouts(x: Tensor) -> dict[str, Tensor]:
    """Return x in several memory layouts: the same shape and values, other strides and offsets.

    Args:
        x: any tensor.

    Returns:
        Tensors that equal x, by the name of their layout, for failure messages.
    """
    if x.ndim == 0:
        return {"contiguous": x.clone(), "offset": x.new_zeros(3)[1].copy_(x)}
    offset = x.new_zeros(x.numel() + 3)[3:].view(x.shape)
    strided = x.new_zeros(*x.shape[:-1], 2 * x.shape[-1] + 1)[..., 1::2]
    result = {
        "contiguous": x.clone(memory_format=torch.contiguous_format),
        "offset": offset.copy_(x),
        "strided": strided.copy_(x),
    }
    if x.ndim > 1:
        order = list(reversed(range(x.ndim)))
        result["transposed"] = x.permute(order).contiguous().permute(order)
    return result
