"""All of einops, and a type variable T."""

from einops import *
from typing import TypeVar

T = TypeVar("T")


def _scale(x: T) -> T:
    return x * float(x.shape[-1]) ** -0.5


def attention_scores(q, k):
    return einsum(_scale(q), k, "... i d, ... j d -> ... i j")
