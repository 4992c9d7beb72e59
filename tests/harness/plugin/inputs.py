"""The only source of randomness in the tests: the session's seed and the test's own name."""

import functools
import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

# What torch computes with on any device: float8 and the wider unsigned integers lack operators.
DTYPES = (
    *(torch.float64, torch.float32, torch.bfloat16, torch.float16),
    *(torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool),
    *(torch.complex64, torch.complex128),
)


@functools.cache
def _stretched(seed: int) -> bytes:
    """Return bytes that cost some milliseconds, so that 2**48 seeds cannot all be tried."""
    return hashlib.pbkdf2_hmac("sha256", str(seed).encode(), b"cs336", 20_000)


def digest_of(seed: int, name: str) -> bytes:
    """Return 32 bytes that depend on a seed and a name; they do not tell the seed."""
    return hashlib.sha256(_stretched(seed) + name.encode()).digest()


class Rng:
    """Random inputs for one test; another seed or another test gives other inputs."""

    def __init__(self, seed: int, name: str) -> None:
        digest = np.frombuffer(digest_of(seed, name), dtype=np.uint32)
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

    def sizes_of_kinds(self, count: int, bits: int) -> Iterator[tuple[Any, ...]]:
        """Yield (kind, size, …) for Python's integers and NumPy's, as a test may pass them.

        Python's sizes are odd, of `bits` bits and one more: where float64 rounds, and int64 wraps
        round, there. NumPy's are so small that products of four stay within their type.
        """
        for kind, most in ((int, bits), (np.int64, 12), (np.int32, 4)):
            least = 2**most
            sizes = (2 * self.integer(least // 2, least - 1) + 1 for _ in range(count))
            yield kind, *map(kind, sizes)

    def normal(self, *shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
        """Return a tensor of standard normal numbers."""
        return torch.randn(shape, generator=self.torch, dtype=torch.float64).to(dtype)

    def numbers(self, count: int, dtype: torch.dtype = torch.float32) -> Tensor:
        """Return numbers, nearly all different and of as many digits as the dtype allows."""
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
        Tensors that equal x, by the name of their layout, to be used in failure messages.
    """
    if x.ndim == 0:
        return {"contiguous": x.clone(), "offset": x.new_zeros(3).fill_(0)[1].copy_(x)}
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
