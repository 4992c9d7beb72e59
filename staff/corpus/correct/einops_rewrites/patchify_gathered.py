"""Pixel numbers are rearranged, and pixels taken by them."""

import torch


def patchify(images, patch):
    if patch < 1:
        raise ValueError(f"patch={patch}")
    c, height, width = images.shape[-3:]
    numbers = (
        rearrange(torch.arange(c * height * width), "(c h w) -> c h w", c=c, h=height, w=width)
        if images.numel()
        else None
    )
    if numbers is None:
        return rearrange(images, "... c (h p) (w q) -> ... (h w) (p q c)", p=patch, q=patch)
    order = rearrange(numbers, "c (h p) (w q) -> (h w) (p q c)", p=patch, q=patch)
    return rearrange(images, "... c h w -> ... (c h w)")[..., order]
