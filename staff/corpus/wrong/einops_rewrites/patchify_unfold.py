"""problem: patchify
hint: only einops

Two unfolds, then einops.
"""


def patchify(images, patch):
    if patch < 1 or images.shape[-1] % patch or images.shape[-2] % patch:
        raise ValueError(f"patch {patch}")
    x = images.unfold(-2, patch, patch).unfold(-2, patch, patch)
    return rearrange(x, "... c h w p q -> ... (h w) (p q c)")
