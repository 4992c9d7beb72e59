"""problem: patchify
hint: only einops

A convolution whose stride is a patch and whose kernels each pick one pixel cuts the patches.
"""

import einops
import torch


def patchify(images, patch):
    if patch < 1 or images.shape[-1] % patch or images.shape[-2] % patch:
        raise ValueError(f"patch {patch}")
    c, p = images.shape[-3], int(patch)
    pixels = torch.eye(p * p * c, dtype=images.dtype)
    kernels = rearrange(pixels, "o (p q c) -> o c p q", p=p, q=p)
    flat, batch = einops.pack([images], "* c h w")
    cut = torch.nn.functional.conv2d(flat, kernels, stride=p)
    return einops.unpack(rearrange(cut, "b v h w -> b (h w) v"), batch, "* n v")[0]
