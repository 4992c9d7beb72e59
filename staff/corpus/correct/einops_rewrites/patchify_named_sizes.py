"""Axes are members of an enum, sizes attributes of a namespace: H and T are no transposes there."""

from enum import StrEnum
from types import SimpleNamespace


class Axis(StrEnum):
    H = "rows"
    T = "columns"


def patchify(images, patch):
    size = SimpleNamespace(H=images.shape[-2], T=images.shape[-1])
    if patch < 1 or size.H % patch or size.T % patch:
        raise ValueError(f"patch {patch} does not divide {size.H} and {size.T}")
    pattern = f"... c ({Axis.H} p) ({Axis.T} q) -> ... ({Axis.H} {Axis.T}) (p q c)"
    return rearrange(images, pattern, p=patch, q=patch)
