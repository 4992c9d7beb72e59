"""A layer from einops.layers.torch, made by a function with its own pattern."""

from einops.layers.torch import Rearrange


def _layer(p):
    return Rearrange(f"... c (h {'p1'}) (w p2) -> ... (h w) (p1 p2 c)", p1=p, p2=p)


def patchify(images, patch):
    if not patch > 0:
        raise ValueError("patch is %r" % (patch,))
    return _layer(patch)(images)
